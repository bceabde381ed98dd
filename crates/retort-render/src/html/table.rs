//! Tables. The first rows are elements of the page; the others are the text of a `noscript`, which costs a browser next to
//! nothing. The script reads them from there as they are needed; without a script they are a second table.

use std::io::{self, Write};

use maud::{Markup, html};
use retort_core::{ColumnType, Kind, Raw};

use super::text::{block, line};
use super::tree::Budget;
use super::{values, write_markup};
use crate::amount::counted;
use crate::view::{Cell, Row, Table};

/// How many rows are elements from the start.
const FIRST: usize = 200;
/// With fewer rows than this, nobody wants to filter.
const FEW: usize = 6;

/// Texts longer than this may be broken into lines.
const WIDE: usize = 28;

/// What is known about a column.
struct Column {
    name: String,
    kind: ColumnType,
    amounts: bool,
}

impl Column {
    fn unnamed() -> Self {
        Self { name: String::new(), kind: ColumnType::Mixed, amounts: true }
    }
}

pub(super) fn write(table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let columns = columns(table);
    let count = table.len();
    let above = html! {
        div.tools {
            @if count >= FEW {
                label.scripted { span { "Filter" } input type="search" autocomplete="off" spellcheck="false"; }
            }
            output.rows data-rows=(count) { (counted(count, "row")) }
        }
    };
    write_markup(&above, out)?;
    out.write_all(b"<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>")?;
    write_markup(&head(&columns), out)?;
    let mut budget = Budget::new();
    out.write_all(b"<tbody>")?;
    for (index, row) in table.rows().enumerate() {
        if index == FIRST {
            out.write_all(b"</tbody></table><noscript><table>")?;
            write_markup(&head(&columns), out)?;
            out.write_all(b"<tbody>")?;
        }
        let row = body_row(&row, &columns, &mut budget).0;
        if index >= FIRST {
            // The script tells rows apart by their lines.
            out.write_all(b"\n")?;
            out.write_all(row.replace('\n', "&#10;").as_bytes())?;
        } else {
            out.write_all(row.as_bytes())?;
        }
    }
    out.write_all(b"</tbody></table>")?;
    if count > FIRST {
        out.write_all(b"</noscript>")?;
        write_markup(&html! { p.more.scripted { button type="button" data-more { "Show more rows" } } }, out)?;
    }
    out.write_all(b"</div>")
}

/// Most columns without a name. Cells beyond them stand at the end of their row.
const BEYOND: usize = 64;

/// The columns, with one more for each cell that a row has beyond them.
fn columns(table: &Table) -> Vec<Column> {
    let known = table.columns.iter().map(|column| Column {
        name: column.name.clone(),
        kind: column.kind,
        amounts: values::are_amounts(&column.name),
    });
    let mut columns: Vec<Column> = known.collect();
    let widest = table.widest().min(columns.len() + BEYOND);
    columns.resize_with(widest, Column::unnamed);
    columns
}

fn head(columns: &[Column]) -> Markup {
    html! {
        thead {
            tr {
                @for (index, column) in columns.iter().enumerate() {
                    th scope="col" aria-sort="none" class=[is_numeric(column).then_some("number")] {
                        button type="button" data-sort=(kind_name(column.kind)) {
                            bdi {
                                @if column.name.trim().is_empty() { "column " (index + 1) } @else { (line(&column.name)) }
                            }
                            span.arrow aria-hidden="true" {}
                        }
                    }
                }
            }
        }
    }
}

fn body_row(row: &Row, columns: &[Column], budget: &mut Budget) -> Markup {
    html! {
        tr {
            @for (index, column) in columns.iter().enumerate() {
                (cell(row.get(index).and_then(Option::as_ref), column, budget))
            }
            @for beyond in row.get(columns.len()..).unwrap_or_default() {
                (cell(beyond.as_ref(), &Column::unnamed(), budget))
            }
        }
    }
}

fn cell(cell: Option<&Cell>, column: &Column, budget: &mut Budget) -> Markup {
    match cell {
        None => html! { td.gap {} },
        Some(Cell::Field(text)) => field(text, column),
        Some(Cell::Value(raw)) => value(raw, column, budget),
    }
}

fn field(text: &str, column: &Column) -> Markup {
    html! {
        @if is_numeric(column) {
            td.number { (values::number(text.trim(), column.amounts)) }
        } @else {
            td.wide[text.len() > WIDE || text.contains('\n')] dir="auto" { (values::cell_text(text)) }
        }
    }
}

fn value(raw: &Raw, column: &Column, budget: &mut Budget) -> Markup {
    match raw.kind() {
        Kind::Null => html! { td.null.number[is_numeric(column)] { "null" } },
        Kind::Bool => html! { td.word { (block(&raw.to_plain())) } },
        Kind::Number => html! { td.number { (values::number(&raw.to_plain(), column.amounts)) } },
        Kind::String => field(&raw.to_plain(), column),
        _ => html! { td dir="auto" { (values::value(&column.name, raw, budget)) } },
    }
}

fn is_numeric(column: &Column) -> bool {
    matches!(column.kind, ColumnType::Integer | ColumnType::Number)
}

/// What the script sorts by.
fn kind_name(kind: ColumnType) -> &'static str {
    match kind {
        ColumnType::Integer | ColumnType::Number => "number",
        ColumnType::Date => "date",
        _ => "text",
    }
}
