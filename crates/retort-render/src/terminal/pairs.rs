//! Pairs: names on the left, values beside them.

use std::io;

use super::{Canvas, Ink};
use crate::measure::width;
use crate::view::Entry;

pub(super) fn draw(entries: &[Entry], canvas: &mut Canvas<'_>) -> io::Result<()> {
    let names = entries.iter().filter_map(|entry| match entry {
        Entry::Pair(pair) => Some(width(&pair.key)),
        Entry::Line(_) => None,
    });
    let widest = names.max().unwrap_or_default();
    for entry in entries {
        match entry {
            Entry::Pair(pair) => {
                canvas.text(Ink::Key, &pair.key)?;
                canvas.blanks((widest + 2).saturating_sub(width(&pair.key)))?;
                canvas.line(Ink::Plain, &pair.value)?;
            }
            Entry::Line(line) => canvas.line(Ink::Heading, line)?,
        }
    }
    Ok(())
}
