//! The rows of a table that Markdown draws with pipes.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use retort_core::{ColumnType, Delimiter};

use super::{Rows, Table, TableColumn};
use crate::fair::is_fair;

impl Table {
    /// The table in a Markdown text; `None` where there is none, or more than one to choose from.
    pub(crate) fn of_markdown(text: &str) -> Option<Self> {
        // Without a pipe there is no table, and nothing has to be read.
        let mut tables = if text.contains('|') && is_fair(text) { tables(text) } else { Vec::new() };
        let mut records = tables.pop().filter(|_| tables.is_empty())?.into_iter();
        let names = records.next()?;
        let rows: Vec<Vec<String>> = records.collect();
        let column = |(at, name): (usize, &String)| {
            let kind = kind_of(rows.iter().filter_map(|row| row.get(at)));
            TableColumn { name: name.clone(), kind }
        };
        let columns = names.iter().enumerate().map(column).collect();
        let lines = std::iter::once(&names).chain(&rows).map(|record| line(record));
        let records = Rows::Records { text: lines.collect(), delimiter: Delimiter::Comma, header: true };
        Some(Self { columns, pointer: None, rows: records, count: rows.len() })
    }
}

/// Every table of a text, its names first.
fn tables(text: &str) -> Vec<Vec<Vec<String>>> {
    let mut tables: Vec<Vec<Vec<String>>> = Vec::new();
    let mut is_cell = false;
    let mut addresses: Vec<(String, usize)> = Vec::new();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        if let Event::Start(Tag::Table(_)) = event {
            tables.push(Vec::new());
            continue;
        }
        let Some(table) = tables.last_mut() else { continue };
        match event {
            Event::Start(Tag::TableHead | Tag::TableRow) => table.push(Vec::new()),
            Event::Start(Tag::TableCell) => {
                is_cell = true;
                if let Some(row) = table.last_mut() {
                    row.push(String::new());
                }
            }
            Event::End(TagEnd::TableCell) => is_cell = false,
            _ if is_cell => {
                if let Some(cell) = table.last_mut().and_then(|row| row.last_mut()) {
                    push(cell, &event, &mut addresses);
                }
            }
            _ => {}
        }
    }
    tables
}

/// Adds what an event says to a cell: its text, and where a link in it leads.
fn push(cell: &mut String, event: &Event<'_>, addresses: &mut Vec<(String, usize)>) {
    match event {
        Event::Text(text) | Event::Code(text) => cell.push_str(text),
        Event::InlineHtml(html) if html.starts_with("<br") => cell.push('\n'),
        Event::InlineHtml(html) => cell.push_str(html),
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            addresses.push((dest_url.to_string(), cell.len()));
        }
        Event::End(TagEnd::Link | TagEnd::Image) => {
            let Some((address, from)) = addresses.pop() else { return };
            let label = cell.get(from..).unwrap_or_default();
            if label.is_empty() {
                cell.push_str(&address);
            } else if label != address && !address.is_empty() {
                cell.extend([" (", &address, ")"]);
            }
        }
        _ => {}
    }
}

/// What the fields of a column are.
fn kind_of<'a>(fields: impl Iterator<Item = &'a String>) -> ColumnType {
    let fields: Vec<&str> = fields.map(|field| field.trim()).filter(|field| !field.is_empty()).collect();
    let begins = |field: &&str| field.trim_start_matches(['-', '+']).starts_with(|char: char| char.is_ascii_digit());
    match () {
        () if fields.is_empty() => ColumnType::Text,
        () if fields.iter().all(|field| field.parse::<i64>().is_ok()) => ColumnType::Integer,
        () if fields.iter().all(|field| begins(field) && field.parse::<f64>().is_ok()) => ColumnType::Number,
        () => ColumnType::Text,
    }
}

/// A record as CSV has it.
fn line(fields: &[String]) -> String {
    let quoted = fields.iter().map(|field| format!("\"{}\"", field.replace('"', "\"\"")));
    quoted.collect::<Vec<_>>().join(",") + "\n"
}
