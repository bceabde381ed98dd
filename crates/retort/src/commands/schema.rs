//! `retort schema`: the JSON Schema of the envelope.

use std::io::Write;

use retort_core::{json_schema, n8n_schema};

use crate::Verdict;
use crate::args::SchemaOptions;
use crate::failure::Failure;
use crate::output::stdout;

pub(crate) fn run(options: &SchemaOptions) -> Result<Verdict, Failure> {
    let schema = if options.n8n { n8n_schema() } else { json_schema() };
    let mut out = stdout();
    writeln!(out, "{schema:#}")?;
    out.flush()?;
    Ok(Verdict::Good)
}
