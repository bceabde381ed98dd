//! Tables, fitted to the width of the terminal: aligned columns under a light heading, numbers to the right. A pipe
//! gets every column and every value as they are; a person gets what fits, and is told what does not.

mod cell;
mod fit;
mod records;
mod survey;
mod worth;

use std::io;

use retort_core::ColumnType;

use super::{Canvas, Ink};
use crate::amount::counted;
use crate::measure::{fit as cut, wrap};
use crate::safe::harmless;
use crate::view::{Cell, Link, Row, Table};
use cell::{MINUTES, Shown};
use fit::GAP;
use survey::{Column, Survey};

/// A table of so few rows is drawn as one block a row where columns would have to be left out.
const FEW: usize = 3;

/// Nobody reads lines that are wider.
const WIDEST: usize = 500;

pub(super) fn draw(table: &Table, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let options = canvas.options();
    let count = options.rows.map_or(table.len(), |most| most.min(table.len()));
    let survey = Survey::of(table, count, options.width.is_some());
    if survey.columns.is_empty() {
        return note(&format!("{}, all empty", counted(table.len(), "row")), None, canvas);
    }
    let widths = fit::widths(&survey.columns, options.width);
    let is_folded = widths.contains(&None);
    let fits = |(column, width): (&Column<'_>, &Option<usize>)| width.is_some_and(|width| width >= column.natural);
    let is_cut = !survey.columns.iter().zip(&widths).all(fits);
    let as_records = is_folded && table.len() <= FEW || is_cut && table.len() == 1;
    if as_records {
        records::draw(table, count, canvas)?;
    } else {
        let page = Page { columns: &survey.columns, widths: &widths };
        if survey.columns.iter().any(|column| !column.name.trim().is_empty()) {
            page.heading(canvas)?;
        }
        for row in table.rows().take(count) {
            page.row(&row, canvas)?;
        }
    }
    if table.is_empty() {
        note("no rows", None, canvas)?;
    }
    if !as_records {
        for text in shortened(&survey.columns, &widths) {
            note(&text, None, canvas)?;
        }
    }
    if table.len() > count {
        note(&format!("… {}", counted(table.len() - count, "more row")), options.more.as_deref(), canvas)?;
    }
    if is_folded && !as_records {
        let needed = fit::least(&survey.columns);
        let wider = options.wider.as_ref().filter(|_| needed <= WIDEST).map(|option| format!("{option} {needed}"));
        let ways: Vec<String> = wider.into_iter().chain(options.whole.clone()).collect();
        let how = Some(ways.join(", or ")).filter(|how| !how.is_empty());
        note(&folded(&survey.columns, &widths), how.as_deref(), canvas)?;
    }
    Ok(())
}

/// A table with its columns laid out.
struct Page<'a> {
    columns: &'a [Column<'a>],
    /// How wide each column is; `None` where it is left out.
    widths: &'a [Option<usize>],
}

impl Page<'_> {
    /// The columns that are there, each with its place and its width.
    fn shown(&self) -> impl Iterator<Item = (usize, &Column<'_>, usize)> {
        let both = self.columns.iter().zip(self.widths).enumerate();
        both.filter_map(|(at, (column, width))| Some((at, column, (*width)?)))
    }

    fn heading(&self, canvas: &mut Canvas<'_>) -> io::Result<()> {
        let is_narrow = canvas.options().width.is_some();
        let mut line = Line::default();
        for (_, column, most) in self.shown() {
            let most = if is_narrow { most } else { usize::MAX };
            let (name, wide) = cut(&column.name, most);
            let (before, after) = column.pads(wide, most.min(column.natural));
            line.skip(before);
            line.put(canvas, &name, |canvas| canvas.text(Ink::Heading, &name))?;
            line.skip(after + GAP);
        }
        canvas.end_line()?;
        let mut rule = String::new();
        for (_, _, most) in self.shown() {
            if !rule.is_empty() {
                rule.extend(std::iter::repeat_n(' ', GAP));
            }
            rule.extend(std::iter::repeat_n('─', most));
        }
        canvas.line(Ink::Faint, &rule)
    }

    fn row(&self, row: &Row, canvas: &mut Canvas<'_>) -> io::Result<()> {
        let is_narrow = canvas.options().width.is_some();
        let mut line = Line::default();
        for (at, column, wide) in self.shown() {
            let most = is_narrow.then_some(wide);
            let shown = row.get(at).and_then(Option::as_ref).map(|cell| Shown::of(cell, column.kind, most));
            let Some(shown) = shown else {
                line.skip(wide + GAP);
                continue;
            };
            let (before, after) = column.pads(shown.width, wide);
            line.skip(before);
            line.put(canvas, &shown.text, |canvas| write(&shown, canvas))?;
            line.skip(after + GAP);
        }
        let beyond = row.get(self.columns.len()..).unwrap_or_default();
        if !beyond.iter().any(Option::is_some) {
            return canvas.end_line();
        }
        // A line of a pipe is a row, however long; on a terminal what no column holds stands below its row.
        if is_narrow {
            canvas.end_line()?;
            beyond_columns(beyond, canvas)
        } else {
            for cell in beyond.iter().flatten() {
                let shown = Shown::of(cell, ColumnType::Mixed, None);
                line.put(canvas, &shown.text, |canvas| write(&shown, canvas))?;
                line.skip(GAP);
            }
            canvas.end_line()
        }
    }
}

/// What a row has beyond the columns, on a line of its own.
fn beyond_columns(cells: &[Option<Cell>], canvas: &mut Canvas<'_>) -> io::Result<()> {
    let texts: Vec<_> = cells.iter().flatten().map(Cell::text).collect();
    let text = format!("  + {}", texts.join(", "));
    canvas.line(Ink::Faint, &cut(&harmless(&text), within(canvas)).0)
}

/// A line that is being written. Blanks are kept back until something stands behind them, so that no line ends in
/// them.
#[derive(Default)]
struct Line {
    blanks: usize,
}

impl Line {
    fn skip(&mut self, blanks: usize) {
        self.blanks += blanks;
    }

    /// Writes a text, in the way that is given. One without a width counts too: it would join what stands before the blanks.
    fn put<'c>(
        &mut self,
        canvas: &mut Canvas<'c>,
        text: &str,
        write: impl FnOnce(&mut Canvas<'c>) -> io::Result<()>,
    ) -> io::Result<()> {
        if !text.is_empty() {
            canvas.blanks(std::mem::take(&mut self.blanks))?;
        }
        write(canvas)
    }
}

/// Writes what is shown of a cell.
fn write(shown: &Shown<'_>, canvas: &mut Canvas<'_>) -> io::Result<()> {
    match &shown.address {
        Some(address) if canvas.options().links => canvas.link(shown.ink, &shown.text, Some(&Link::new(address))),
        _ => canvas.text(shown.ink, &shown.text),
    }
}

/// How wide a line may be.
fn within(canvas: &Canvas<'_>) -> usize {
    canvas.options().width.unwrap_or(usize::MAX)
}

/// Writes faint lines that say what is left out and how to see it.
fn note(text: &str, how: Option<&str>, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let text = how.map_or_else(|| text.to_owned(), |how| format!("{text} ({how})"));
    for line in wrap(&harmless(&text), canvas.options().width) {
        canvas.line(Ink::Faint, &line)?;
    }
    Ok(())
}

/// What is told about dates that were shortened, which look whole.
fn shortened(columns: &[Column<'_>], widths: &[Option<usize>]) -> Vec<String> {
    let both = || columns.iter().zip(widths).filter_map(|(column, width)| Some((column, (*width)?)));
    let is_cut = |column: &Column<'_>, width: usize| column.kind == ColumnType::Date && width < column.widest;
    let named = |fits: fn(usize) -> bool| {
        let names = both().filter(|(column, width)| is_cut(column, *width) && fits(*width));
        names.map(|(column, _)| &*column.name).collect::<Vec<&str>>().join(", ")
    };
    let told = [
        (named(|width| width >= MINUTES), "shown without seconds and zone"),
        (named(|width| width < MINUTES), "shown without the time of day"),
    ];
    told.into_iter().filter(|(names, _)| !names.is_empty()).map(|(names, what)| format!("{names}: {what}")).collect()
}

/// Most columns that are told by name when they are left out.
const NAMED: usize = 50;

/// The columns that are left out, by their names.
fn folded(columns: &[Column<'_>], widths: &[Option<usize>]) -> String {
    let both = columns.iter().zip(widths);
    let names: Vec<&str> = both.filter(|(_, width)| width.is_none()).map(|(column, _)| &*column.name).collect();
    let told: Vec<&str> =
        names.iter().take(NAMED).map(|name| if name.trim().is_empty() { "(no name)" } else { name }).collect();
    let rest = if names.len() > NAMED { ", …" } else { "" };
    format!("{}: {}{rest}", counted(names.len(), "more column"), told.join(", "))
}
