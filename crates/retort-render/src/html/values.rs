//! Single values: numbers in groups of digits, dates that a person reads, links, and what holds other values folded.

use maud::{Markup, Render, html};
use retort_core::{Kind, Raw};

use super::text::{address, block, line, snippet};
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

impl Render for Grouped<'_> {
    fn render_to(&self, buffer: &mut String) {
        let digits = self.0.trim_start_matches(['-', '+']);
        let sign = self.0.len() - digits.len();
        let whole = digits.bytes().take_while(u8::is_ascii_digit).count();
        if whole < 5 || !self.0.is_ascii() {
            return block(self.0).render_to(buffer);
        }
        let end = sign + whole;
        let first = sign + (whole - 1) % 3 + 1;
        buffer.push_str(self.0.get(..first).unwrap_or_default());
        let mut at = first;
        while at < end {
            buffer.push_str("<i>");
            buffer.push_str(self.0.get(at..at + 3).unwrap_or_default());
            buffer.push_str("</i>");
            at += 3;
        }
        block(self.0.get(end..).unwrap_or_default()).render_to(buffer);
    }
}

/// Whether the numbers under a name are amounts, and not marks of something such as an id or a year.
pub(super) fn are_amounts(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let is_id = name.ends_with("id") || name == "key" || name == "number" || name == "no";
    !is_id && !["year", "code", "zip", "phone", "port", "isbn", "version"].iter().any(|mark| name.contains(mark))
}

/// A number.
pub(super) fn number(text: &str, grouped: bool) -> Markup {
    if grouped { Grouped(text).render() } else { block(text).render() }
}

/// A JSON value under a name.
pub(super) fn value(name: &str, value: &Raw, budget: &mut Budget) -> Markup {
    match value.kind() {
        Kind::Null => html! { span.null { "null" } },
        Kind::Bool => html! { span.word { (value.to_plain()) } },
        Kind::Number => html! { span.number { (number(&value.to_plain(), are_amounts(name))) } },
        Kind::String => text(&value.to_text().unwrap_or_default()),
        _ => nested(value, budget),
    }
}

/// Members of an object, as the entries of a list of names and values.
pub(super) fn members(members: &[(String, Raw)], budget: &mut Budget) -> Markup {
    html! {
        @for (name, value) in members {
            div { dt dir="auto" { (line(name)) } dd dir="auto" { (self::value(name, value, budget)) } }
        }
    }
}

/// A text: a link, a date or just text, folded where it is long.
pub(super) fn text(text: &str) -> Markup {
    folded(text, (text.len() > LONG).then_some((START, text.len())))
}

/// The same in a cell: one long text must not make its row fill the screen.
pub(super) fn cell_text(text: &str) -> Markup {
    let lines = text.match_indices('\n').nth(LINES - 1).map_or(text.len(), |(at, _)| at);
    let is_long = text.len() > LONG_CELL || text.get(lines..).is_some_and(|rest| !rest.trim().is_empty());
    folded(text, is_long.then_some((START_CELL, lines)))
}

/// A text of which only a start is shown where it is long: at most so many characters, and so many bytes.
fn folded(text: &str, start: Option<(usize, usize)>) -> Markup {
    if text.starts_with("http://") || text.starts_with("https://") {
        return address(&Link::new(text));
    }
    if let Some(date) = date(text) {
        return date;
    }
    let Some((chars, bytes)) = start else { return snippet(text) };
    let end = text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at).min(bytes);
    let start = text.get(..end).unwrap_or(text);
    html! {
        details.long {
            summary { span.start { (snippet(start)) "…" } span.less { "less" } }
            div { (snippet(text)) }
        }
    }
}

/// A value that holds others, folded.
fn nested(value: &Raw, budget: &mut Budget) -> Markup {
    let is_empty = value.members().next().is_none() && value.items().next().is_none();
    if is_empty {
        return html! { span.faint { (if value.kind() == Kind::Object { "{}" } else { "[]" }) } };
    }
    html! { details.nested { summary { (tree::gist(value)) } (tree::nodes(value, budget)) } }
}

/// A date or a time as ISO 8601 writes it, for a person and for a machine.
pub(super) fn date(text: &str) -> Option<Markup> {
    let shown = moment(text)?;
    Some(html! { time datetime=(text) title=(text) { (shown) } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_in_groups_without_any_sign_between_them() {
        assert_eq!(Grouped("1234567").render().0, "1<i>234</i><i>567</i>");
        assert_eq!(Grouped("-123456.789").render().0, "-123<i>456</i>.789");
        assert_eq!(Grouped("2024").render().0, "2024");
        assert_eq!(Grouped("1e999999").render().0, "1e999999");
    }
}
