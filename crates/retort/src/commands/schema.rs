//! `retort schema`: the JSON Schema of the envelope.

use std::io::Write;

use retort_core::{json_schema, n8n_schema, openai_schema};

use crate::Verdict;
use crate::args::SchemaOptions;
use crate::failure::Failure;
use crate::output::stdout;

pub(crate) fn run(options: &SchemaOptions) -> Result<Verdict, Failure> {
    let schema = match options {
        SchemaOptions { n8n: true, .. } => n8n_schema(),
        SchemaOptions { openai: true, .. } => openai_schema(),
        _ => json_schema(),
    };
    let mut out = stdout();
    writeln!(out, "{schema:#}")?;
    out.flush()?;
    Ok(Verdict::Good)
}
