//! The frame around a view: how it went above it, how much there is and what else came below it.

use std::io;

use retort_core::{Status, Style};

use super::{Canvas, Ink};
use crate::measure::wrap;
use crate::view::Frame;

/// What stands above the parts.
pub(super) fn above(frame: &Frame, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let Some(message) = &frame.message else { return Ok(()) };
    let (sign, ink) = match frame.status {
        Some(Status::Success) => ("✓ ", Ink::Good),
        Some(Status::Error) => ("✗ ", Ink::Bad),
        Some(Status::Partial) => ("! ", Ink::Warn),
        _ => ("", Ink::Plain),
    };
    canvas.text(ink, sign)?;
    for line in message.lines() {
        for line in wrap(line, canvas.options().width) {
            canvas.line(ink, &line)?;
        }
    }
    canvas.end_line()
}

/// What stands below them.
pub(super) fn below(frame: &Frame, canvas: &mut Canvas<'_>) -> io::Result<()> {
    for (name, value) in &frame.beside {
        canvas.text(Ink::Faint, name)?;
        canvas.text(Ink::Faint, ": ")?;
        let mut json = Vec::new();
        value.write_json(&mut json, Style::Line)?;
        canvas.line(Ink::Plain, &String::from_utf8_lossy(&json))?;
    }
    if let Some(counts) = &frame.counts {
        canvas.line(Ink::Faint, &counts.words())?;
    }
    if let Some(command) = &frame.rest {
        canvas.line(Ink::Faint, &format!("the rest: {command}"))?;
    }
    Ok(())
}
