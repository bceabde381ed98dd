//! `retort parse`: responses become envelopes.

use retort_core::{Envelope, ResponseType, Style};

use super::{for_each_response, tool_of};
use crate::args::ParseOptions;
use crate::failure::Failure;
use crate::{Verdict, lines};

pub(crate) fn run(options: &ParseOptions) -> Result<Verdict, Failure> {
    if options.inputs.jsonl {
        lines::answer(&options.inputs, |line, out| {
            let tool = line.tool.as_deref().or(options.tool.as_deref());
            out.extend_from_slice(b"\"envelope\":");
            Envelope::from_message(&line.message, tool).write_json(out, Style::Line)
        })?;
        return Ok(Verdict::Good);
    }
    for_each_response(&options.inputs, |message, out| {
        let envelope = Envelope::from_message(message, tool_of(message, options.tool.as_deref()));
        envelope.write_json(out, options.layout.style())?;
        Ok(verdict_on(&envelope))
    })
}

/// Whether a response is an error.
pub(crate) fn verdict_on(envelope: &Envelope) -> Verdict {
    match envelope.response_type() {
        ResponseType::Error => Verdict::Bad,
        _ => Verdict::Good,
    }
}
