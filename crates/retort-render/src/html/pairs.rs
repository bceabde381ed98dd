//! Pairs, as a grid of names and values; and links, one a line.

use std::io::{self, Write};

use super::put::{Put, put};
use super::text::{Apart, close_heading, line, open_heading, put_address};
use super::values;
use crate::view::{Entry, Link};

pub(super) fn put_pairs(entries: &[Entry], level: u8, out: &mut dyn Write) -> io::Result<()> {
    // A line between pairs starts another grid: a list of names and values has nothing else in it.
    for group in entries.chunk_by(|one, other| matches!((one, other), (Entry::Pair(..), Entry::Pair(..)))) {
        if let Some(Entry::Line(text)) = group.first() {
            put_line(text, level, out)?;
            continue;
        }
        "<dl class=\"pairs\">".put(out)?;
        group.iter().try_for_each(|entry| put_pair(entry, out))?;
        "</dl>".put(out)?;
    }
    Ok(())
}

/// A line that closes with a colon, or has a mark in front, stands above what follows.
fn put_line(text: &str, level: u8, out: &mut dyn Write) -> io::Result<()> {
    let plain = text.trim();
    // A single dash is the mark of an item or the sign of a number.
    let start = plain.trim_start_matches(['#', '=', '[', ' ']);
    let start = if start.starts_with("--") { start.trim_start_matches(['-', ' ']) } else { start };
    let name = start.trim_end_matches([':', '=', '-', ']', ' ']);
    if name.len() == plain.len() || name.is_empty() {
        return put!(out, "<p class=\"between\" dir=\"auto\">", line(plain), "</p>");
    }
    put!(out, open_heading(level, "between"), line(name), close_heading(level))
}

fn put_pair(entry: &Entry, out: &mut dyn Write) -> io::Result<()> {
    let Entry::Pair(pair, indent) = entry else { return Ok(()) };
    "<div><dt dir=\"auto\">".put(out)?;
    // A page has no styles but its own, so that blanks set the name in.
    (0..*indent).try_for_each(|_| "\u{a0}".put(out))?;
    put!(out, line(&pair.key), "</dt><dd dir=\"auto\">")?;
    values::put_text(&pair.value, out)?;
    "</dd></div>".put(out)
}

pub(super) fn put_links(links: &[Link], out: &mut dyn Write) -> io::Result<()> {
    "<ul class=\"links\">".put(out)?;
    for link in links {
        "<li>".put(out)?;
        put_address(link, out)?;
        if let Some(host) = &link.host {
            put!(out, " <span class=\"badge host\">", Apart(host), "</span>")?;
        }
        "</li>".put(out)?;
    }
    "</ul>".put(out)
}
