//! `retort detect`: what a payload looks like.

use retort_core::{Format, Style, detect};

use super::for_each_response;
use crate::args::DetectOptions;
use crate::failure::Failure;
use crate::{Verdict, lines};

pub(crate) fn run(options: &DetectOptions) -> Result<Verdict, Failure> {
    if options.inputs.jsonl {
        lines::answer(&options.inputs, |line, out| {
            let detection = if line.is_error { detect(&line.message.payload(), true) } else { line.message.detect() };
            let mut json = Vec::new();
            detection.write_json(&mut json, Style::Line)?;
            out.extend_from_slice(json.strip_prefix(b"{").unwrap_or(&json));
            out.pop();
            Ok(())
        })?;
        return Ok(Verdict::Good);
    }
    for_each_response(&options.inputs, |message, out| {
        let detection = message.detect();
        detection.write_json(out, options.layout.style())?;
        Ok(if detection.format == Format::Error { Verdict::Bad } else { Verdict::Good })
    })
}
