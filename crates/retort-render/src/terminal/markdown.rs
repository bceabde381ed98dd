//! Markdown, drawn: headings, lists, tables, code and links.

use std::io;

use super::{Canvas, Ink};

pub(super) fn draw(text: &str, canvas: &mut Canvas<'_>) -> io::Result<()> {
    text.lines().try_for_each(|line| canvas.line(Ink::Plain, line))
}
