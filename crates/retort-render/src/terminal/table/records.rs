//! Rows as blocks, names on the left and values beside them: for few rows that are too wide for columns.

use std::io;

use retort_core::{ColumnType, Kind};

use super::cell::{Sort, text_of};
use super::{Canvas, Ink, within, write};
use crate::measure::{fit, width, wrap};
use crate::safe::harmless;
use crate::terminal::table::cell::Shown;
use crate::view::{Cell, Row, Table};

/// Most lines of one value.
const LINES: usize = 12;

pub(super) fn draw(table: &Table, count: usize, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let names = table.columns.iter().map(|column| width(&harmless(&column.name)));
    let most = within(canvas);
    let names = names.max().unwrap_or_default().clamp(1, (most / 3).max(1));
    for (index, row) in table.rows().take(count).enumerate() {
        if index > 0 {
            canvas.end_line()?;
        }
        record(table, &row, names, canvas)?;
    }
    Ok(())
}

fn record(table: &Table, row: &Row, names: usize, canvas: &mut Canvas<'_>) -> io::Result<()> {
    for (at, cell) in row.iter().enumerate() {
        let Some(cell) = cell else { continue };
        let column = table.columns.get(at);
        let name = column.map_or_else(|| "+".into(), |column| harmless(&column.name));
        let ink = if column.is_some() { Ink::Key } else { Ink::Faint };
        let (name, wide) = fit(&name, names);
        canvas.text(ink, &name)?;
        let indent = names + 2;
        let most = within(canvas).saturating_sub(indent);
        if most == 0 {
            canvas.end_line()?;
            continue;
        }
        canvas.blanks(indent - wide)?;
        value(cell, column.map_or(ColumnType::Mixed, |column| column.kind), most, indent, canvas)?;
    }
    Ok(())
}

/// Writes a value beside its name, in as many lines as it takes.
fn value(cell: &Cell, kind: ColumnType, most: usize, indent: usize, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let text = text_of(cell, None);
    let sort = Sort::of(cell, &text, kind);
    let is_short = |cell: &Cell| matches!(cell, Cell::Value(raw) if matches!(raw.kind(), Kind::Null | Kind::Bool));
    if is_short(cell) || matches!(sort, Sort::Empty | Sort::Address) {
        write(&Shown::of(cell, kind, Some(most)), canvas)?;
        return canvas.end_line();
    }
    let ink = if sort == Sort::Number { Ink::Number } else { Ink::Plain };
    let end = text.floor_char_boundary(most.saturating_mul(16 * LINES));
    let safe = harmless(text.get(..end).unwrap_or_default());
    let lines = wrap(&safe, Some(most));
    let is_cut = lines.len() > LINES || end < text.len();
    for (index, line) in lines.iter().take(LINES).enumerate() {
        if index > 0 {
            canvas.blanks(indent)?;
        }
        canvas.line(ink, &fit(line, most).0)?;
    }
    if is_cut {
        canvas.blanks(indent)?;
        canvas.line(Ink::Faint, "…")?;
    }
    Ok(())
}
