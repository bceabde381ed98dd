//! The frame around a view: how it went above it, how much there is and what else came below it.

use std::io;

use retort_core::Status;

use super::{Canvas, Ink, pairs};
use crate::measure::{width, wrap};
use crate::safe::harmless;
use crate::view::Frame;

/// What stands above the parts.
pub(super) fn above(frame: &Frame, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let Some(message) = frame.headline().map(str::trim) else { return Ok(()) };
    let (sign, ink) = match frame.status {
        Some(Status::Success) => ("✓ ", Ink::Good),
        Some(Status::Error) => ("✗ ", Ink::Bad),
        Some(Status::Partial) => ("! ", Ink::Warn),
        _ => ("", Ink::Strong),
    };
    let room = canvas.options().width.map(|most| most.saturating_sub(width(sign)).max(1));
    let mut is_first = true;
    for line in message.lines() {
        for piece in wrap(&harmless(line.trim_end()), room) {
            if std::mem::take(&mut is_first) {
                canvas.text(ink, sign)?;
            } else if !piece.is_empty() {
                canvas.blanks(width(sign))?;
            }
            canvas.line(ink, &piece)?;
        }
    }
    canvas.end_line()
}

/// What stands below them.
pub(super) fn below(frame: &Frame, canvas: &mut Canvas<'_>) -> io::Result<()> {
    around(frame, canvas)?;
    if frame.damage.is_empty() || !canvas.options().damage {
        return Ok(());
    }
    canvas.end_line()?;
    let most = canvas.options().width;
    for kind in &frame.damage {
        for line in wrap(&format!("! {}", kind.explanation()), most) {
            canvas.line(Ink::Warn, &line)?;
        }
    }
    Ok(())
}

/// What else came, how much there is and how to get the rest.
fn around(frame: &Frame, canvas: &mut Canvas<'_>) -> io::Result<()> {
    if frame.beside.is_empty() && frame.counts.is_none() && frame.rest.is_none() {
        return Ok(());
    }
    canvas.end_line()?;
    pairs::draw_members(&frame.beside, Ink::Faint, canvas)?;
    let counts = frame.counts.as_ref().map(crate::view::Counts::words).filter(|words| !words.is_empty());
    if !frame.beside.is_empty() && (counts.is_some() || frame.rest.is_some()) {
        canvas.end_line()?;
    }
    let most = canvas.options().width;
    for line in counts.iter().flat_map(|words| wrap(words, most)) {
        canvas.line(Ink::Strong, &line)?;
    }
    let Some(command) = &frame.rest else { return Ok(()) };
    // A command is never broken, so that it can be copied.
    canvas.text(Ink::Faint, "the rest: ")?;
    canvas.line(Ink::Plain, command)
}
