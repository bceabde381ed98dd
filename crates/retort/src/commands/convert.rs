//! `retort convert`: responses in another dialect.

use retort_core::{Dialect, Envelope, Message, Raw, Written};

use std::io::Write;

use super::parse::verdict_on;
use super::{for_each_response, tool_of};
use crate::args::ConvertOptions;
use crate::failure::Failure;
use crate::output::tell;
use crate::{Verdict, lines};

pub(crate) fn run(options: &ConvertOptions) -> Result<Verdict, Failure> {
    if options.inputs.jsonl {
        lines::answer(&options.inputs, |line, out| {
            let tool = line.tool.as_deref().or(options.tool.as_deref());
            let written = options.to.write(&Envelope::from_message(&line.message, tool));
            let member = if written.is_protocol_error { "error" } else { "result" };
            write!(out, "\"{member}\":{}", written.body.as_str())?;
            if !written.lost.is_empty() {
                let lost: Vec<String> = written.lost.iter().map(|part| format!("\"{part}\"")).collect();
                write!(out, ",\"lost\":[{}]", lost.join(","))?;
            }
            Ok(())
        })?;
        return Ok(Verdict::Good);
    }
    for_each_response(&options.inputs, |message, out| {
        let envelope = Envelope::from_message(message, tool_of(message, options.tool.as_deref()));
        let written = options.to.write(&envelope);
        tell_lost(options.to, &written);
        body(options, message, &written).write_json(out, options.layout.style())?;
        Ok(verdict_on(&envelope))
    })
}

/// What is printed: a protocol error has no result, so it stays in its message.
fn body(options: &ConvertOptions, message: &Message, written: &Written) -> Raw {
    if options.message || written.is_protocol_error {
        written.to_message(message.id.as_ref())
    } else {
        written.body.clone()
    }
}

fn tell_lost(dialect: Dialect, written: &Written) {
    if !written.lost.is_empty() {
        tell(format_args!("the dialect {dialect} has no place for {}", written.lost.join(", ")));
    }
}
