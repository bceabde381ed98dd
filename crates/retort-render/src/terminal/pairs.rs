//! Pairs: names on the left, values beside them, wrapped in a column of their own.

use std::io;

use retort_core::{Kind, Raw};

use super::{Canvas, Ink, tree};
use crate::measure::{width, wrap};
use crate::safe::harmless;
use crate::view::{Entry, Link};

/// The widest name that gets a column; a wider one stands on a line of its own.
const WIDEST: usize = 32;
/// What stands between a name and its value.
const GAP: usize = 2;

pub(super) fn draw(entries: &[Entry], canvas: &mut Canvas<'_>) -> io::Result<()> {
    let most = canvas.options().width;
    // In a narrow terminal names are set in by less, or nothing of them would be left.
    let set_in = |indent: usize| most.map_or(indent, |most| indent.min(most / 6));
    let names = entries.iter().filter_map(|entry| match entry {
        Entry::Pair(pair, indent) => Some((pair.key.as_str(), set_in(*indent))),
        Entry::Line(_) => None,
    });
    let column = column(names, most);
    for entry in entries {
        match entry {
            Entry::Pair(pair, indent) => {
                draw_name(&pair.key, set_in(*indent), Ink::Key, column, canvas)?;
                draw_value(&pair.value, Ink::Plain, column, canvas)?;
            }
            Entry::Line(line) => {
                for line in wrap(&harmless(line), canvas.options().width) {
                    canvas.line(Ink::Heading, &line)?;
                }
            }
        }
    }
    Ok(())
}

/// Draws members of an object: scalars as text, anything else as a small tree.
pub(super) fn draw_members(members: &[(String, Raw)], ink: Ink, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let column = column(members.iter().map(|(name, _)| (name.as_str(), 0)), canvas.options().width);
    for (name, value) in members {
        draw_name(name, 0, ink, column, canvas)?;
        let says = !value.kind().is_container() && !value.to_plain().trim().is_empty();
        let value_ink = match value.kind() {
            _ if ink == Ink::Faint => Ink::Faint,
            Kind::Null => Ink::Word,
            _ => Ink::Plain,
        };
        if says {
            draw_value(&value.to_plain(), value_ink, column, canvas)?;
        } else {
            tree::draw_at(value, column, (ink == Ink::Faint).then_some(ink), canvas)?;
        }
    }
    Ok(())
}

/// Where the values of names stand, each of which is set in by so much.
fn column<'a>(names: impl Iterator<Item = (&'a str, usize)>, most: Option<usize>) -> usize {
    let widest = most.map_or(WIDEST, |most| WIDEST.min(most / 3));
    // Where no name has its place, the values are only set in a little.
    let wide = names
        .map(|(name, indent)| indent + width(&harmless(name)))
        .filter(|wide| *wide <= widest)
        .max()
        .unwrap_or_default();
    wide + GAP
}

fn draw_name(name: &str, indent: usize, ink: Ink, column: usize, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let name = harmless(name);
    let taken = indent + width(&name);
    if taken + GAP > column {
        let room = canvas.options().width.map(|most| most.saturating_sub(indent).max(1));
        for line in wrap(&name, room) {
            canvas.blanks(indent)?;
            canvas.line(ink, &line)?;
        }
        return canvas.blanks(column);
    }
    canvas.blanks(indent)?;
    canvas.text(ink, &name)?;
    canvas.blanks(column - taken)
}

/// Draws a value at its column, every line of it.
fn draw_value(value: &str, ink: Ink, column: usize, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let room = canvas.options().width.map(|most| most.saturating_sub(column).max(1));
    let to = Some(Link::new(value)).filter(|link| link.target.is_some());
    let ink = if to.is_some() && ink != Ink::Faint { Ink::Link } else { ink };
    let mut is_first = true;
    for line in value.trim_end().lines() {
        for line in wrap(&harmless(line), room) {
            if !std::mem::take(&mut is_first) && !line.is_empty() {
                canvas.blanks(column)?;
            }
            canvas.link(ink, &line, to.as_ref())?;
            canvas.end_line()?;
        }
    }
    if is_first { canvas.end_line() } else { Ok(()) }
}
