//! `retort detect`: what a payload looks like.

use retort_core::{Format, Style};

use super::for_each_response;
use crate::args::DetectOptions;
use crate::failure::Failure;
use crate::{Verdict, lines};

pub(crate) fn run(options: &DetectOptions) -> Result<Verdict, Failure> {
    if options.inputs.jsonl {
        lines::answer(&options.inputs, |line, out| {
            lines::members(out, |out| line.message.detect().write_json(out, Style::Line))
        })?;
        return Ok(Verdict::Good);
    }
    for_each_response(&options.inputs, |message, out| {
        let detection = message.detect();
        detection.write_json(out, options.layout.style())?;
        Ok(if detection.format == Format::Error { Verdict::Bad } else { Verdict::Good })
    })
}
