//! What is binary: shown where the terminal can, else told in a line.

use std::io;

use super::{Canvas, Ink};
use crate::view::Media;

pub(super) fn draw(media: &Media, canvas: &mut Canvas<'_>) -> io::Result<()> {
    canvas.line(Ink::Plain, &format!("[{}]", media.mime))
}
