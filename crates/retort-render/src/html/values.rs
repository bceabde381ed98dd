//! Single values: numbers in groups of digits, dates that a person reads, links, and what holds other values folded.

use std::io::{self, Write};

use maud::{Markup, html};
use retort_core::{Kind, Raw};

use super::put::{Put, put};
use super::text::{block, line, put_address, put_snippet};
use super::tree::{self, Budget};
use crate::date::moment;
use crate::view::Link;

/// Texts longer than this are folded where many stand side by side, and how much of them is shown.
const LONG: usize = 280;
const START: usize = 180;
/// The same for the cells of a table, which are narrow, and the most lines that they show.
const LONG_CELL: usize = 140;
const START_CELL: usize = 100;
const LINES: usize = 3;

/// A number, with its digits in groups. The gaps are made by the stylesheet: what is copied are the digits alone.
struct Grouped<'a>(&'a str);

impl Put for Grouped<'_> {
    fn put(&self, out: &mut dyn Write) -> io::Result<()> {
        let digits = self.0.trim_start_matches(['-', '+']);
        let sign = self.0.len() - digits.len();
        let whole = digits.bytes().take_while(u8::is_ascii_digit).count();
        if whole < 5 || !self.0.is_ascii() {
            return block(self.0).put(out);
        }
        let end = sign + whole;
        let mut at = sign + (whole - 1) % 3 + 1;
        block(self.0.get(..at).unwrap_or_default()).put(out)?;
        while at < end {
            put!(out, "<i>", block(self.0.get(at..at + 3).unwrap_or_default()), "</i>")?;
            at += 3;
        }
        block(self.0.get(end..).unwrap_or_default()).put(out)
    }
}

/// Whether the numbers under a name are amounts, and not marks of something such as an id or a year.
pub(super) fn are_amounts(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_id = name.ends_with("id") || name == "key" || name == "number" || name == "no";
    !is_id && !["year", "code", "zip", "phone", "port", "isbn", "version"].iter().any(|mark| name.contains(mark))
}

/// Writes a number.
pub(super) fn put_number(text: &str, grouped: bool, out: &mut dyn Write) -> io::Result<()> {
    if grouped { Grouped(text).put(out) } else { block(text).put(out) }
}

/// Writes a JSON value under a name.
pub(super) fn put_value(name: &str, value: &Raw, budget: &mut Budget, out: &mut dyn Write) -> io::Result<()> {
    match value.kind() {
        Kind::Null => "<span class=\"null\">null</span>".put(out),
        Kind::Bool => put!(out, "<span class=\"word\">", block(&value.to_plain()), "</span>"),
        Kind::Number => {
            "<span class=\"number\">".put(out)?;
            put_number(&value.to_plain(), are_amounts(name), out)?;
            "</span>".put(out)
        }
        Kind::String => put_text(&value.to_text().unwrap_or_default(), out),
        _ => put_nested(value, budget, out),
    }
}

/// Writes members of an object, as the entries of a list of names and values.
pub(super) fn put_members(members: &[(String, Raw)], budget: &mut Budget, out: &mut dyn Write) -> io::Result<()> {
    for (name, value) in members {
        put!(out, "<div><dt dir=\"auto\">", line(name), "</dt><dd dir=\"auto\">")?;
        put_value(name, value, budget, out)?;
        "</dd></div>".put(out)?;
    }
    Ok(())
}

/// Writes a text: a link, a date or just text, folded where it is long.
pub(super) fn put_text(text: &str, out: &mut dyn Write) -> io::Result<()> {
    put_folded(text, (text.len() > LONG).then_some((START, text.len())), out)
}

/// The same in a cell: one long text must not make its row fill the screen.
pub(super) fn put_cell_text(text: &str, out: &mut dyn Write) -> io::Result<()> {
    let lines = text.match_indices('\n').nth(LINES - 1).map_or(text.len(), |(at, _)| at);
    let is_long = text.len() > LONG_CELL || text.get(lines..).is_some_and(|rest| !rest.trim().is_empty());
    put_folded(text, is_long.then_some((START_CELL, lines)), out)
}

/// A text of which only a start is shown where it is long: at most so many characters, and so many bytes.
fn put_folded(text: &str, start: Option<(usize, usize)>, out: &mut dyn Write) -> io::Result<()> {
    if text.starts_with("http://") || text.starts_with("https://") {
        return put_address(&Link::new(text), out);
    }
    if let Some(date) = date(text) {
        return date.put(out);
    }
    let Some((chars, bytes)) = start else { return put_snippet(text, out) };
    let end = text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at).min(bytes);
    "<details class=\"long\"><summary><span class=\"start\">".put(out)?;
    put_snippet(text.get(..end).unwrap_or(text), out)?;
    "…</span><span class=\"less\">less</span></summary><div>".put(out)?;
    put_snippet(text, out)?;
    "</div></details>".put(out)
}

/// A value that holds others, folded.
fn put_nested(value: &Raw, budget: &mut Budget, out: &mut dyn Write) -> io::Result<()> {
    let is_empty = value.members().next().is_none() && value.items().next().is_none();
    if is_empty {
        let braces = if value.kind() == Kind::Object { "{}" } else { "[]" };
        return put!(out, "<span class=\"faint\">", braces, "</span>");
    }
    put!(out, "<details class=\"nested\"><summary>", tree::gist(value), "</summary>")?;
    tree::put_nodes(value, budget, out)?;
    "</details>".put(out)
}

/// A date or a time as ISO 8601 writes it, for a person and for a machine.
pub(super) fn date(text: &str) -> Option<Markup> {
    let shown = moment(text)?;
    Some(html! { time datetime=(text) title=(text) { (shown) } })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grouped(number: &str) -> String {
        let mut html = Vec::new();
        Grouped(number).put(&mut html).unwrap();
        String::from_utf8(html).unwrap()
    }

    #[test]
    fn digits_come_in_groups_without_any_sign_between_them() {
        assert_eq!(grouped("1234567"), "1<i>234</i><i>567</i>");
        assert_eq!(grouped("-123456.789"), "-123<i>456</i>.789");
        assert_eq!(grouped("2024"), "2024");
        assert_eq!(grouped("1e999999"), "1e999999");
    }
}
