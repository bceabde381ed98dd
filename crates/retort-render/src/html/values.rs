//! Single values: numbers in groups of digits, dates that a person reads, links, and what holds other values folded.

use maud::{Markup, Render, html};
use retort_core::{Kind, Raw};

use super::text::{address, block};
use super::tree::{self, Budget};
use crate::view::Link;

/// Texts longer than this are folded where many stand side by side.
const LONG: usize = 280;
/// How much of them is shown.
const START: usize = 180;

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

/// A text: a link, a date or just text, folded where it is long.
pub(super) fn text(text: &str) -> Markup {
    if text.starts_with("http://") || text.starts_with("https://") {
        return address(&Link::new(text));
    }
    if let Some(date) = date(text) {
        return date;
    }
    if text.len() <= LONG {
        return html! { (block(text)) };
    }
    let start = text.char_indices().nth(START).map_or(text, |(at, _)| text.get(..at).unwrap_or(text));
    html! {
        details.long {
            summary { span.start { (block(start)) "…" } span.less { "less" } }
            div { (block(text)) }
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

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A date or a time as ISO 8601 writes it, for a person and for a machine.
pub(super) fn date(text: &str) -> Option<Markup> {
    let shown = read_date(text)?;
    Some(html! { time datetime=(text) title=(text) { (shown) } })
}

fn read_date(text: &str) -> Option<String> {
    let is_fine = text.is_ascii() && (10..=35).contains(&text.len());
    let (day, rest) = text.split_at_checked(10).filter(|_| is_fine)?;
    let mut parts = day.split('-');
    let mut part = |digits: usize| {
        let part =
            parts.next().filter(|part| part.len() == digits && part.bytes().all(|sign| sign.is_ascii_digit()))?;
        part.parse::<usize>().ok()
    };
    let (year, month, day) = (part(4)?, part(2)?, part(2)?);
    let month = MONTHS.get(month.checked_sub(1)?).and_then(|month| month.get(..3))?;
    if !(1..=31).contains(&day) {
        return None;
    }
    let shown = format!("{day}\u{a0}{month}\u{a0}{year:04}");
    let Some(time) = rest.strip_prefix(['T', ' ', 't']) else { return rest.is_empty().then_some(shown) };
    let at = time.find(['Z', 'z', '+', '-']).unwrap_or(time.len());
    let (clock, zone) = time.split_at_checked(at)?;
    let mut parts = clock.split(':');
    let is_part = |part: &str| part.len() == 2 && part.bytes().all(|sign| sign.is_ascii_digit());
    let hours = parts.next().filter(|part| is_part(part))?;
    let minutes = parts.next().filter(|part| is_part(part))?;
    let seconds = parts.next().unwrap_or("00");
    let whole_seconds = seconds.split('.').next().filter(|part| is_part(part))?;
    if parts.next().is_some() {
        return None;
    }
    let seconds = if whole_seconds == "00" { String::new() } else { format!(":{whole_seconds}") };
    let zone = match zone {
        "" => String::new(),
        "Z" | "z" | "+00:00" => "\u{a0}UTC".to_owned(),
        _ if zone.len() <= 6 => format!("\u{a0}{zone}"),
        _ => return None,
    };
    Some(format!("{shown}, {hours}:{minutes}{seconds}{zone}"))
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

    #[test]
    fn dates_are_written_as_a_person_reads_them() {
        let shown = |text| read_date(text).map(|text| text.replace('\u{a0}', " "));
        assert_eq!(shown("2025-03-04").as_deref(), Some("4 Mar 2025"));
        assert_eq!(shown("2025-03-04T10:05:00Z").as_deref(), Some("4 Mar 2025, 10:05 UTC"));
        assert_eq!(shown("2025-12-24 10:05:09.123+02:00").as_deref(), Some("24 Dec 2025, 10:05:09 +02:00"));
        for no in
            ["2025-13-04", "2025-03-04x", "2025-03-041", "2025-03-04T9", "2025/03/04", "2025-03-04T10:05:00Zulu123"]
        {
            assert_eq!(shown(no), None, "{no}");
        }
    }
}
