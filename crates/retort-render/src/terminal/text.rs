//! Text without a form of its own: wrapped, and green where it says that something went well.

use std::io;

use retort_core::Tone;

use super::{Canvas, Ink};
use crate::measure::wrap;

pub(super) fn draw(text: &str, tone: Tone, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let ink = if tone == Tone::Success { Ink::Good } else { Ink::Plain };
    for line in text.lines() {
        for line in wrap(line, canvas.options().width) {
            canvas.line(ink, &line)?;
        }
    }
    Ok(())
}
