//! `retort extract`: the outcome of a call.

use retort_core::Style;

use super::for_each_response;
use crate::args::ExtractOptions;
use crate::failure::Failure;
use crate::{Verdict, lines};

pub(crate) fn run(options: &ExtractOptions) -> Result<Verdict, Failure> {
    if options.inputs.jsonl {
        lines::answer(&options.inputs, |line, out| {
            lines::members(out, |out| line.message.outcome().write_json(out, Style::Line))
        })?;
        return Ok(Verdict::Good);
    }
    for_each_response(&options.inputs, |message, out| {
        let outcome = message.outcome();
        if options.text {
            out.write_all(outcome.output.as_bytes())?;
        } else {
            outcome.write_json(out, options.layout.style())?;
        }
        Ok(if outcome.success { Verdict::Good } else { Verdict::Bad })
    })
}
