//! A JSON value as a tree, folded past a depth or a size.

use std::io;

use retort_core::{Raw, Style};

use super::{Canvas, Ink};

pub(super) fn draw(value: &Raw, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let mut json = Vec::new();
    value.write_json(&mut json, Style::Indented)?;
    String::from_utf8_lossy(&json).lines().try_for_each(|line| canvas.line(Ink::Plain, line))
}
