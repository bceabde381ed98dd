//! What is shown of a cell: its text in the form that fits a width, how wide that is and how it looks. Dates lose
//! their seconds and addresses their scheme before anything is cut.

use std::borrow::Cow;

use retort_core::{ColumnType, DateForm, Kind, Raw};

use super::Ink;
use crate::measure::{fit, width};
use crate::safe::harmless;
use crate::view::Cell;
use crate::view::snippet::plain;

/// A nested value is shown as JSON up to this many columns.
const INLINE: usize = 40;
/// From this width on, the beginning of a nested value says more than how much is in it.
pub(super) const BEGINNING: usize = 18;

/// What is shown of a cell.
pub(super) struct Shown<'a> {
    /// Harmless text on one line.
    pub(super) text: Cow<'a, str>,
    pub(super) width: usize,
    pub(super) ink: Ink,
    /// Where it leads, as it was sent.
    pub(super) address: Option<Cow<'a, str>>,
}

/// What a cell is, whatever its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Null,
    Empty,
    Word,
    Number,
    Date,
    Address,
    Nested,
    Text,
}

impl Sort {
    /// What a cell is in a column of a kind.
    pub(super) fn of(cell: &Cell, text: &str, column: ColumnType) -> Self {
        match cell {
            Cell::Value(raw) => match raw.kind() {
                Kind::Null => Self::Null,
                Kind::Bool => Self::Word,
                Kind::Number => Self::Number,
                Kind::Object | Kind::Array => Self::Nested,
                Kind::String if text.is_empty() => Self::Empty,
                Kind::String => Self::of_text(text, column),
            },
            Cell::Field(_) => match column {
                ColumnType::Integer | ColumnType::Number => Self::Number,
                ColumnType::Boolean => Self::Word,
                _ => Self::of_text(text, column),
            },
        }
    }

    fn of_text(text: &str, column: ColumnType) -> Self {
        if column == ColumnType::Date && DateForm::of(text) == Some(DateForm::Iso) {
            Self::Date
        } else if is_address(text) {
            Self::Address
        } else {
            Self::Text
        }
    }

    fn ink(self) -> Ink {
        match self {
            Self::Null | Self::Empty => Ink::Faint,
            Self::Word => Ink::Word,
            Self::Number => Ink::Number,
            Self::Address => Ink::Link,
            Self::Date | Self::Nested | Self::Text => Ink::Plain,
        }
    }
}

fn is_address(text: &str) -> bool {
    let rest = text.strip_prefix("http").map(|rest| rest.strip_prefix('s').unwrap_or(rest));
    rest.is_some_and(|rest| rest.starts_with("://")) && !text.contains(char::is_whitespace)
}

/// The text of a cell; of an object or a list as JSON, where that may fit.
pub(super) fn text_of(cell: &Cell, most: Option<usize>) -> Cow<'_, str> {
    match (cell, cell.nested()) {
        (_, Some(raw)) => most.and_then(|most| short(raw, most)).unwrap_or_else(|| Cow::Owned(raw.to_json())),
        (Cell::Value(raw), _) => raw.to_plain(),
        (Cell::Field(text), _) => Cow::Borrowed(text),
    }
}

/// The short form of an object or a list of which not even a good part fits as JSON: how many members or items it has.
fn short(raw: &Raw, most: usize) -> Option<Cow<'static, str>> {
    let is_good_part = (BEGINNING..=INLINE).contains(&most) && raw.as_str().len() <= 8 * most;
    if is_good_part {
        return None;
    }
    let most = most.min(INLINE);
    // Blanks between tokens go away, so what is sent may be longer than what is shown; but not that much.
    let fits = raw.as_str().len() <= 8 * most && width(&harmless(&raw.to_json())) <= most;
    (!fits).then(|| match raw.kind() {
        Kind::Array => Cow::Owned(format!("[…{}]", raw.items().count())),
        _ => Cow::Owned(format!("{{…{}}}", raw.members().count())),
    })
}

impl<'a> Shown<'a> {
    /// What is shown of a cell in a column of a kind, in at most so many columns; all of it where there is no limit.
    pub(super) fn of(cell: &'a Cell, column: ColumnType, most: Option<usize>) -> Self {
        let text = text_of(cell, most);
        let sort = Sort::of(cell, &text, column);
        let is_short = sort == Sort::Nested && text.chars().nth(1) == Some('…');
        let ink = if is_short { Ink::Faint } else { sort.ink() };
        let address = (sort == Sort::Address).then(|| text.clone());
        let Some(most) = most else {
            let text = if sort == Sort::Empty { Cow::Borrowed("\"\"") } else { made_harmless(text) };
            return Self { width: width(&text), text, ink, address };
        };
        let text = match sort {
            Sort::Null => Cow::Borrowed("–"),
            Sort::Empty => Cow::Borrowed("\"\""),
            Sort::Date if text.len() > most => shorter_date(text, most),
            Sort::Address if text.len() > most => without_scheme(text),
            Sort::Text if text.contains('<') => Cow::Owned(harmless(&plain(&beginning(text, 4 * most))).into_owned()),
            _ => made_harmless(beginning(text, most)),
        };
        let (text, width) = fitted(text, most);
        Self { text, width, ink, address }
    }
}

/// How wide a cell is when nothing is cut: on a terminal, or in a pipe.
pub(super) fn natural_width(text: &str, sort: Sort, is_narrow: bool) -> usize {
    match sort {
        Sort::Null if is_narrow => 1,
        Sort::Empty => 2,
        _ => width(&harmless(text)),
    }
}

fn made_harmless(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => harmless(text),
        Cow::Owned(text) => Cow::Owned(harmless(&text).into_owned()),
    }
}

fn fitted(text: Cow<'_, str>, most: usize) -> (Cow<'_, str>, usize) {
    match text {
        Cow::Borrowed(text) => fit(text, most),
        Cow::Owned(text) => {
            let (cut, width) = fit(&text, most);
            (Cow::Owned(cut.into_owned()), width)
        }
    }
}

/// As much of a text as may be seen in so many columns: nobody waits for a page of text of which a line is shown.
pub(super) fn beginning(text: Cow<'_, str>, most: usize) -> Cow<'_, str> {
    let end = most.saturating_mul(16).saturating_add(256);
    if text.len() <= end {
        return text;
    }
    let end = text.floor_char_boundary(end);
    match text {
        Cow::Borrowed(text) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default())),
        Cow::Owned(mut text) => {
            text.truncate(end);
            text.push('…');
            Cow::Owned(text)
        }
    }
}

/// How wide a date with minutes is, and one without a time.
pub(super) const MINUTES: usize = 16;
pub(super) const DAY: usize = 10;

/// A date with its time to the minute, or without it.
fn shorter_date(text: Cow<'_, str>, most: usize) -> Cow<'_, str> {
    let clock = text.get(11..MINUTES).filter(|clock| clock.bytes().all(|sign| sign.is_ascii_digit() || sign == b':'));
    match (text.get(..DAY), clock) {
        (Some(day), Some(clock)) if most >= MINUTES => Cow::Owned(format!("{day} {clock}")),
        (Some(day), _) if most >= DAY => Cow::Owned(day.to_owned()),
        _ => made_harmless(text),
    }
}

fn without_scheme(address: Cow<'_, str>) -> Cow<'_, str> {
    let Some((_, rest)) = address.split_once("://") else { return made_harmless(address) };
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    Cow::Owned(harmless(rest).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(json: &str, column: ColumnType, most: usize) -> String {
        let cell = Cell::Value(Raw::parse(json).unwrap());
        Shown::of(&cell, column, Some(most)).text.into_owned()
    }

    #[test]
    fn dates_lose_their_seconds_first() {
        let date = r#""2026-11-15T07:43:11Z""#;
        let forms = [20, 19, 16, 15, 10, 9].map(|most| shown(date, ColumnType::Date, most));
        assert_eq!(
            forms,
            ["2026-11-15T07:43:11Z", "2026-11-15 07:43", "2026-11-15 07:43", "2026-11-15", "2026-11-15", "2026-11-…"]
        );
        assert_eq!(shown(r#""2026-11-15 \u0007\u0007""#, ColumnType::Date, 10), "2026-11-15");
    }

    #[test]
    fn nested_values_are_counted_where_they_do_not_fit() {
        let object = r#"{"a":1,"b":[1,2]}"#;
        assert_eq!(shown(object, ColumnType::Object, 17), r#"{"a":1,"b":[1,2]}"#);
        assert_eq!(shown(object, ColumnType::Object, 16), "{…2}");
        assert_eq!(shown("[1, 2, 3, 4]", ColumnType::Array, 5), "[…4]");
    }

    #[test]
    fn an_address_loses_its_scheme_first() {
        let address = r#""https://www.example.com/a""#;
        assert_eq!(shown(address, ColumnType::Url, 25), "https://www.example.com/a");
        assert_eq!(shown(address, ColumnType::Text, 20), "example.com/a");
        assert_eq!(shown(address, ColumnType::Url, 8), "example…");
    }

    #[test]
    fn text_is_cut_after_it_was_made_harmless() {
        assert_eq!(shown(r#""\u001b[2Jred""#, ColumnType::Text, 8), "\\u{1b}[…");
        assert_eq!(shown(r#""\u001b[31mred""#, ColumnType::Text, 8), "red");
        assert_eq!(shown(r#""one\ntwo""#, ColumnType::Text, 8), "one⏎two");
        assert_eq!(shown("\"日本語\"", ColumnType::Text, 4), "日…");
    }
}
