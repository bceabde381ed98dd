//! The source of something, with its syntax in colours.

use std::io;

use super::{Canvas, Ink};
use crate::view::Source;

pub(super) fn draw(source: &Source, canvas: &mut Canvas<'_>) -> io::Result<()> {
    source.text.lines().try_for_each(|line| canvas.line(Ink::Plain, line))
}
