//! A table: a cursor on a cell, columns that scroll, rows that are sorted and filtered. Where the rows stand is kept,
//! not what they say; only those on the screen are read.

mod draw;
mod grid;
mod order;
mod widths;

use retort_core::{Pointer, Raw};

use self::grid::Grid;
use self::order::{Arranged, Sort, Wanted, arrange, seek_cell};
use self::widths::Widths;
use super::job::{Job, Progress, Wait};
use super::needle::Needle;
use super::pane::{Act, Answer, Copied, Mark, Motion, Pane, PaneKind, Scroll, grouped, position};
use super::path;
use super::tree::TreePane;
use crate::view::{Card, Cell, Table as Rows};

/// A table with a cursor.
pub(super) struct Table {
    grid: Grid,
    arranged: Arranged,
    /// What the rows shall be like, once that is done.
    wanted: Wanted,
    widths: Widths,
    scroll: Scroll,
    column: usize,
    /// The first column on the screen.
    left: usize,
    sought: Option<Needle>,
    finding: Option<Job<Grid>>,
    job: Option<Job<Done>>,
}

enum Done {
    Arranged(Arranged),
    Search(Option<(usize, usize, bool)>),
}

impl Table {
    pub(super) fn new(rows: Rows) -> Self {
        Self::of(Grid::of_table(rows))
    }

    pub(super) fn of_cards(cards: Vec<Card>, pointer: Pointer) -> Self {
        Self::of(Grid::of_cards(cards, pointer))
    }

    fn of(grid: Grid) -> Self {
        let finding = (grid.found() < grid.total()).then(|| {
            let first = grid.clone();
            Job::start("reading rows", grid.total(), move |progress| first.complete(progress))
        });
        Self {
            widths: Widths::of(&grid),
            grid,
            arranged: Arranged::default(),
            wanted: Wanted::default(),
            scroll: Scroll { height: 20, ..Scroll::default() },
            column: 0,
            left: 0,
            sought: None,
            finding,
            job: None,
        }
    }

    /// How many rows can be gone to.
    fn count(&self) -> usize {
        self.arranged.order.as_ref().map_or(self.grid.found(), |order| order.len())
    }

    /// Which row of the grid is the one at a place of the order.
    fn row_at(&self, at: usize) -> Option<usize> {
        match &self.arranged.order {
            Some(order) => order.get(at).map(|row| *row as usize),
            None => (at < self.grid.found()).then_some(at),
        }
    }

    fn cursor_row(&self) -> Option<usize> {
        self.row_at(self.scroll.cursor)
    }

    fn cell(&self) -> Option<Cell> {
        self.grid.cell(self.cursor_row()?, self.column)
    }

    fn columns(&self) -> usize {
        self.grid.columns().len()
    }

    /// Waits until all rows are found, which most of what is done with them needs.
    fn find_all(&mut self) {
        if let Some(job) = self.finding.take()
            && let Some(Ok(grid)) = job.poll(Wait::Long)
        {
            self.grid = grid;
        }
    }

    fn arrange(&mut self, what: &'static str) {
        self.find_all();
        let (grid, wanted, before) = (self.grid.clone(), self.wanted.clone(), self.arranged.clone());
        let work = move |progress: &Progress| arrange(&grid, wanted, &before, progress).map(Done::Arranged);
        self.job = Some(Job::start(what, self.grid.found(), work));
    }

    fn take_in<E>(&mut self, result: Result<Done, E>) -> Option<String> {
        self.job = None;
        match result {
            Ok(Done::Arranged(arranged)) => {
                let row = self.cursor_row();
                let is_sorted_anew = arranged.wanted.sort != self.arranged.wanted.sort;
                self.arranged = arranged;
                self.wanted = self.arranged.wanted.clone();
                let at = match (&self.arranged.order, row) {
                    _ if is_sorted_anew => 0,
                    (Some(order), Some(row)) => order.iter().position(|other| *other as usize == row).unwrap_or(0),
                    (None, Some(row)) => row,
                    _ => 0,
                };
                self.scroll.jump(at, self.count());
                None
            }
            Ok(Done::Search(Some((row, column, wrapped)))) => {
                self.column = column;
                self.scroll.jump(row, self.count());
                wrapped.then(|| "the search went on at the other end".to_owned())
            }
            Ok(Done::Search(None)) => Some("not found".to_owned()),
            Err(_) => Some("that did not work".to_owned()),
        }
    }

    fn base(&self) -> String {
        path::of_pointer(self.grid.pointer())
    }

    fn row_path(&self, row: usize) -> String {
        let mut path = self.base();
        path::push_index(&mut path, row);
        path
    }

    fn cell_path(&self, row: usize) -> String {
        let mut path = self.row_path(row);
        if let Some(keys) = self.grid.keys(row, self.column) {
            for key in &keys {
                path::push_key(&mut path, key);
            }
            return path;
        }
        match self.grid.columns().get(self.column) {
            Some(column) if self.grid.is_named(row) => path::push_key(&mut path, &column.name),
            _ => path::push_index(&mut path, self.column),
        }
        path
    }
}

impl Pane for Table {
    fn kind(&self) -> PaneKind {
        PaneKind::Table
    }

    fn go(&mut self, motion: Motion) {
        if motion == Motion::Bottom {
            self.find_all();
        }
        let count = self.count();
        if self.scroll.go(motion, count) {
            return;
        }
        let last = self.columns().saturating_sub(1);
        self.column = match motion {
            Motion::Left => self.column.saturating_sub(1),
            Motion::Right => (self.column + 1).min(last),
            Motion::Start => 0,
            Motion::End => last,
            _ => self.column,
        };
    }

    fn act(&mut self, act: Act) -> Answer {
        match act {
            Act::Sort => {
                let column = self.column;
                self.wanted.sort = match self.wanted.sort {
                    Some(sort) if sort.column == column && sort.descending => None,
                    Some(sort) if sort.column == column => Some(Sort { column, descending: true }),
                    _ => Some(Sort { column, descending: false }),
                };
                let sort = self.wanted.sort;
                self.arrange("sorting");
                let name = self.grid.columns().get(column).map(|column| column.name.clone()).unwrap_or_default();
                Answer::Note(match sort {
                    Some(Sort { descending: false, .. }) => format!("sorted by {name}; s again to reverse"),
                    Some(_) => format!("sorted by {name}, reversed; s again to undo"),
                    None => "in the order in which they were sent".to_owned(),
                })
            }
            Act::Widen => {
                self.widths.widen(self.column);
                Answer::Done
            }
            _ => Answer::Unknown,
        }
    }

    fn seek(&mut self, needle: &Needle, from: Mark, backward: bool, here: bool) {
        self.find_all();
        let (grid, needle, order) = (self.grid.clone(), needle.clone(), self.arranged.order.clone());
        let work = move |progress: &Progress| {
            let order = order.as_ref().map(|order| order.as_slice());
            seek_cell(&grid, order, &needle, (from.0, from.1), (backward, here), progress).map(Done::Search)
        };
        self.job = Some(Job::start("searching", self.count(), work));
    }

    fn highlight(&mut self, needle: Option<Needle>) {
        self.sought = needle;
    }

    fn filter(&mut self, text: &str) -> Answer {
        if self.wanted.filter != text {
            text.clone_into(&mut self.wanted.filter);
            self.arrange("filtering");
        }
        Answer::Done
    }

    fn filtered_by(&self) -> &str {
        &self.wanted.filter
    }

    fn mark(&self) -> Mark {
        Mark(self.scroll.cursor, self.column)
    }

    fn back_to(&mut self, mark: Mark) {
        self.column = mark.1.min(self.columns().saturating_sub(1));
        let count = self.count();
        self.scroll.jump(mark.0.min(count.saturating_sub(1)), count);
    }

    fn poll(&mut self, wait: Wait) -> Option<String> {
        if self.finding.is_some() && wait != Wait::Blink {
            let done = self.finding.as_ref().and_then(|job| job.poll(wait));
            if let Some(done) = done {
                self.finding = None;
                if let Ok(grid) = done {
                    self.grid = grid;
                }
            }
        }
        let result = self.job.as_ref()?.poll(wait)?;
        self.take_in(result)
    }

    fn give_up(&mut self) {
        self.job = None;
        self.wanted = self.arranged.wanted.clone();
    }

    fn busy(&self) -> Option<String> {
        let finding = || self.finding.as_ref().map(Job::words);
        self.job.as_ref().map(Job::words).or_else(finding)
    }

    fn path(&self) -> Option<String> {
        self.cursor_row().map(|row| self.cell_path(row))
    }

    fn value(&self) -> Option<Copied> {
        Some(match self.cell()? {
            Cell::Value(raw) => Copied::raw(&raw),
            Cell::Field(text) => Copied::text(&text),
        })
    }

    fn row(&self) -> Option<Copied> {
        self.grid.value(self.cursor_row()?).as_ref().map(Copied::raw)
    }

    fn inside(&self) -> Option<(String, Box<dyn Pane>)> {
        let row = self.cursor_row()?;
        if let Some(nested) = self.cell().as_ref().and_then(Cell::nested) {
            let name = self.cell_path(row);
            return Some((name.clone(), Box::new(TreePane::new(nested.clone(), name))));
        }
        let value: Raw = self.grid.value(row)?;
        let name = self.row_path(row);
        let mut tree = TreePane::new(value, name.clone());
        if let Some(column) = self.grid.columns().get(self.column) {
            tree.go_to_member(&column.name);
        }
        Some((name, Box::new(tree)))
    }

    fn position(&self) -> String {
        let total = if self.arranged.order.is_some() { self.count() } else { self.grid.total() };
        let mut words = format!("row {}", position(self.scroll.cursor, total));
        if !self.arranged.wanted.filter.is_empty() {
            words = format!("{words} (of {})", grouped(self.grid.total()));
        }
        match self.grid.columns().get(self.column) {
            Some(column) => format!("{} · {words}", column.kind.name()),
            None => words,
        }
    }

    fn draw(&mut self, buffer: &mut ratatui::buffer::Buffer, area: ratatui::layout::Rect, look: super::look::Look) {
        self.draw_table(buffer, area, look);
    }
}
