//! A view as CSV, as RFC 4180 has it: a line of names, one line a row, fields in quotes where they need them.
//!
//! Spreadsheets run what begins with `=`, `+`, `-` or `@` as a formula, and what a server sends may begin with that. So
//! text that does gets an apostrophe before it, which spreadsheets take for "this is text". Numbers never do. Hidden
//! characters are made visible, as everywhere.

use std::borrow::Cow;
use std::io::{self, Write};

use retort_core::{Kind, Raw};

use super::ExportError;
use super::escape::{json, seen};
use crate::view::{Card, Cell, Entry, Link, Part, PartBody, Picture, Table, View};

/// Cards have no more columns than this, and rows of a table no more without a name before lines may be shorter. What is
/// left of a card stands in the last one, as JSON.
const MOST_COLUMNS: usize = 200;

/// What a card has in a column.
type Field = fn(&Card) -> Option<Cow<'_, str>>;

/// Writes the first part of a view that has rows: a table, cards, pairs or links, else the table in a
/// Markdown text or the rows of a JSON list.
///
/// ```
/// use retort_core::Interpretation;
/// use retort_render::{View, csv};
///
/// let reading = retort_core::read(r#"{"content": [{"type": "text", "text": "[{\"a\": 1, \"b\": \"x, y\"}, {\"a\": 2}]"}]}"#);
/// let mut out = Vec::new();
/// csv(&View::of(&Interpretation::of(&reading.messages[0]), None), &mut out)?;
/// assert_eq!(out, b"a,b\r\n1,\"x, y\"\r\n2,\r\n");
/// # Ok::<(), retort_render::ExportError>(())
/// ```
///
/// # Errors
/// When the view has no rows, or when `out` cannot be written to.
pub fn csv(view: &View, out: &mut dyn Write) -> Result<(), ExportError> {
    for part in &view.parts {
        match &part.body {
            PartBody::Table(table) => return Ok(of_table(table, out)?),
            PartBody::Cards(cards) => return Ok(of_cards(cards, out)?),
            PartBody::Pairs(entries) => return Ok(of_entries(entries, out)?),
            PartBody::Links(links) => return Ok(of_links(links, out)?),
            _ => {}
        }
    }
    let drawn = |part: &Part| match &part.body {
        PartBody::Markdown(text) => Table::of_markdown(text),
        PartBody::Tree(value) => Table::of_value(value),
        _ => None,
    };
    if let Some(table) = view.parts.iter().find_map(drawn) {
        return Ok(of_table(&table, out)?);
    }
    // A list without rows is a file without lines.
    let is_empty = |part: &Part| matches!(&part.body, PartBody::Tree(value) if value.kind() == Kind::Array && value.items().next().is_none());
    if view.frame.counts.as_ref().is_some_and(|counts| counts.returned == Some(0)) || view.parts.iter().any(is_empty) {
        return Ok(());
    }
    Err(ExportError::NoRows(view.parts.first().map_or("empty", |part| what(&part.body))))
}

/// What a body without rows is.
fn what(body: &PartBody) -> &'static str {
    match body {
        PartBody::Tree(_) => "a JSON value",
        PartBody::Markdown(_) => "Markdown",
        PartBody::Failure(_) => "an error",
        PartBody::Text { .. } => "text",
        PartBody::Source(_) => "source code",
        PartBody::Media(_) => "binary",
        PartBody::Nothing => "empty",
        PartBody::Cards(_) | PartBody::Table(_) | PartBody::Pairs(_) | PartBody::Links(_) => "a list",
    }
}

fn of_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    // Rows may be longer than the names; every line has as many fields as the longest, unless that one is a trap.
    let count = table.widest().min(table.columns.len() + MOST_COLUMNS);
    let names = table.columns.iter().map(|column| text(&column.name));
    if table.is_named() || table.is_empty() {
        line(names, count, out)?;
    }
    table.rows().try_for_each(|row| line(row.iter().map(|value| value.as_ref().map_or("".into(), cell)), count, out))
}

fn of_cards(cards: &[Card], out: &mut dyn Write) -> io::Result<()> {
    let mut columns: Vec<&str> = Vec::new();
    for (name, _) in cards.iter().flat_map(|card| &card.more) {
        if columns.len() < MOST_COLUMNS && !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    let is_left = |(name, _): &&(String, Raw)| !columns.contains(&name.as_str());
    let is_more = columns.len() == MOST_COLUMNS && cards.iter().flat_map(|card| &card.more).any(|more| is_left(&more));
    // A column that no card has anything in says nothing.
    let own: [(&str, Field); 8] = [
        ("title", |card| Some(card.title.as_str().into())),
        ("url", |card| card.link.as_ref().map(|link| link.address.as_str().into())),
        ("source", |card| card.place.as_deref().map(Cow::Borrowed)),
        ("author", |card| card.author.as_deref().map(Cow::Borrowed)),
        ("date", |card| card.date.as_deref().map(Cow::Borrowed)),
        ("description", |card| card.description.as_deref().map(Cow::Borrowed)),
        ("image", |card| match card.image.as_ref()? {
            Picture::At(link) => Some(link.address.as_str().into()),
            Picture::Inside(media) => Some(format!("data:{};base64,{}", media.mime, media.encoded()).into()),
        }),
        ("tags", |card| (!card.tags.is_empty()).then(|| card.tags.join(", ").into())),
    ];
    let own: Vec<_> = own.into_iter().filter(|(_, field)| cards.iter().any(|card| field(card).is_some())).collect();
    let names = own.iter().map(|(name, _)| *name).chain(columns.iter().copied());
    line(names.chain(is_more.then_some("more")).map(text), 0, out)?;
    for card in cards {
        let own = own.iter().map(|(_, field)| Cow::Owned(text(&field(card).unwrap_or_default()).into_owned()));
        let find = |name: &&str| card.more.iter().find(|(key, _)| key == name);
        let more = columns.iter().map(|name| find(name).map_or("".into(), |(_, raw)| value(raw)));
        let left = || {
            let left = card.more.iter().filter(is_left).map(|(key, raw)| format!("{key}: {}", json(&raw.to_json())));
            Cow::Owned(text(&left.collect::<Vec<_>>().join("; ")).into_owned())
        };
        line(own.chain(more).chain(is_more.then(left)), 0, out)?;
    }
    Ok(())
}

fn of_entries(entries: &[Entry], out: &mut dyn Write) -> io::Result<()> {
    line(["name", "value"].map(text).into_iter(), 2, out)?;
    entries.iter().try_for_each(|entry| match entry {
        Entry::Pair(pair, _) => line([text(&pair.key), text(&pair.value)].into_iter(), 2, out),
        Entry::Line(said) => line([text(said)].into_iter(), 2, out),
    })
}

fn of_links(links: &[Link], out: &mut dyn Write) -> io::Result<()> {
    line(["url"].map(text).into_iter(), 1, out)?;
    links.iter().try_for_each(|link| line([text(&link.address)].into_iter(), 1, out))
}

fn cell(cell: &Cell) -> Cow<'_, str> {
    match cell {
        Cell::Value(raw) => value(raw),
        Cell::Field(field) => text(field),
    }
}

fn value(raw: &Raw) -> Cow<'_, str> {
    match raw.kind() {
        Kind::Null => Cow::Borrowed(""),
        Kind::String => Cow::Owned(text(&raw.to_plain()).into_owned()),
        Kind::Object | Kind::Array => Cow::Owned(json(&raw.to_json()).into_owned()),
        _ => raw.to_plain(),
    }
}

/// Text of a server, which no spreadsheet takes for a formula and no terminal for a command.
fn text(text: &str) -> Cow<'_, str> {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) && !is_number(text);
    let seen = seen(text);
    if is_formula { Cow::Owned(format!("'{seen}")) } else { seen }
}

/// Whether a text is a number and nothing else: `-3`, `+1.5e7`.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    digits.starts_with(|char: char| char.is_ascii_digit() || char == '.') && digits.parse::<f64>().is_ok()
}

/// Writes a line of at least so many fields.
fn line<'a>(fields: impl Iterator<Item = Cow<'a, str>>, least: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut count = 0;
    for field in fields {
        if count > 0 {
            out.write_all(b",")?;
        }
        count += 1;
        // A line of one empty field would be no line at all.
        let is_quoted =
            field.contains(['"', ',', '\n', '\r']) || field != field.trim() || least == 1 && field.is_empty();
        if is_quoted {
            write!(out, "\"{}\"", field.replace('"', "\"\""))?;
        } else {
            out.write_all(field.as_bytes())?;
        }
    }
    for at in count..least {
        if at > 0 {
            out.write_all(b",")?;
        }
    }
    out.write_all(b"\r\n")
}
