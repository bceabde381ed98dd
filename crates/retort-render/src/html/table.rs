//! Tables. The first rows are elements of the page; the others are the text of a `noscript`, which costs a browser next to
//! nothing. The script reads them from there as they are needed; without a script they are a second table.

use std::io::{self, Write};

use maud::html;
use retort_core::{ColumnType, Kind, Raw};

use super::put::{OneLine, Put, put};
use super::text::{block, line};
use super::tree::Budget;
use super::values;
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

pub(super) fn put_table(table: &Table, out: &mut dyn Write) -> io::Result<()> {
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
    put!(out, above, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table\"><table>")?;
    put_head(&columns, out)?;
    let mut budget = Budget::new();
    "<tbody>".put(out)?;
    for (index, row) in table.rows().enumerate() {
        if index == FIRST {
            "</tbody></table><noscript><table>".put(out)?;
            put_head(&columns, out)?;
            "<tbody>".put(out)?;
        }
        if index < FIRST {
            put_row(&row, &columns, &mut budget, out)?;
        } else {
            // The script tells rows apart by their lines.
            "\n".put(out)?;
            put_row(&row, &columns, &mut budget, &mut OneLine(out))?;
        }
    }
    "</tbody></table>".put(out)?;
    if count > FIRST {
        let more = "<p class=\"more scripted\"><button type=\"button\" data-more>Show more rows</button></p>";
        put!(out, "</noscript>", more)?;
    }
    "</div>".put(out)
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

fn put_head(columns: &[Column], out: &mut dyn Write) -> io::Result<()> {
    "<thead><tr>".put(out)?;
    for (index, column) in columns.iter().enumerate() {
        let class = is_numeric(column).then_some(" class=\"number\"");
        put!(out, "<th scope=\"col\" aria-sort=\"none\"", class, "><button type=\"button\" data-sort=\"")?;
        put!(out, kind_name(column.kind), "\"><bdi>")?;
        if column.name.trim().is_empty() {
            html! { "column " (index + 1) }.put(out)?;
        } else {
            line(&column.name).put(out)?;
        }
        "</bdi><span class=\"arrow\" aria-hidden=\"true\"></span></button></th>".put(out)?;
    }
    "</tr></thead>".put(out)
}

fn put_row(row: &Row, columns: &[Column], budget: &mut Budget, out: &mut dyn Write) -> io::Result<()> {
    "<tr>".put(out)?;
    for (index, column) in columns.iter().enumerate() {
        put_cell(row.get(index).and_then(Option::as_ref), column, budget, out)?;
    }
    for beyond in row.get(columns.len()..).unwrap_or_default() {
        put_cell(beyond.as_ref(), &Column::unnamed(), budget, out)?;
    }
    "</tr>".put(out)
}

fn put_cell(cell: Option<&Cell>, column: &Column, budget: &mut Budget, out: &mut dyn Write) -> io::Result<()> {
    match cell {
        None => "<td class=\"gap\"></td>".put(out),
        Some(Cell::Field(text)) => put_field(text, column, out),
        Some(Cell::Value(raw)) => put_value(raw, column, budget, out),
    }
}

fn put_field(text: &str, column: &Column, out: &mut dyn Write) -> io::Result<()> {
    if is_numeric(column) {
        "<td class=\"number\">".put(out)?;
        values::put_number(text.trim(), column.amounts, out)?;
    } else {
        let is_wide = text.len() > WIDE || text.contains('\n');
        if is_wide { "<td class=\"wide\" dir=\"auto\">" } else { "<td dir=\"auto\">" }.put(out)?;
        values::put_cell_text(text, out)?;
    }
    "</td>".put(out)
}

fn put_value(raw: &Raw, column: &Column, budget: &mut Budget, out: &mut dyn Write) -> io::Result<()> {
    match raw.kind() {
        Kind::Null if is_numeric(column) => "<td class=\"null number\">null</td>".put(out),
        Kind::Null => "<td class=\"null\">null</td>".put(out),
        Kind::Bool => put!(out, "<td class=\"word\">", block(&raw.to_plain()), "</td>"),
        Kind::Number => {
            "<td class=\"number\">".put(out)?;
            values::put_number(&raw.to_plain(), column.amounts, out)?;
            "</td>".put(out)
        }
        Kind::String => put_field(&raw.to_plain(), column, out),
        _ => {
            "<td dir=\"auto\">".put(out)?;
            values::put_value(&column.name, raw, budget, out)?;
            "</td>".put(out)
        }
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
