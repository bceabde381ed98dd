//! Tables: columns as wide as they need to be, cells wrapped where the terminal is too narrow for that, and rows one
//! below the other where there are too many columns.

use std::io;

use pulldown_cmark::Alignment;

use super::flow::Flow;
use super::margin::Margin;
use crate::measure::width;
use crate::terminal::{Canvas, Ink};

/// No column gets narrower than this.
const NARROWEST: usize = 6;

/// Blanks between columns.
const GAP: usize = 2;

/// A table that is being read.
#[derive(Default)]
pub(super) struct Table {
    pub(super) alignments: Vec<Alignment>,
    pub(super) head: Vec<Flow>,
    pub(super) rows: Vec<Vec<Flow>>,
    pub(super) is_head: bool,
}

impl Table {
    /// Adds a cell to the row that was begun last.
    pub(super) fn add(&mut self, cell: Flow) {
        if self.is_head {
            self.head.push(cell);
        } else if let Some(row) = self.rows.last_mut() {
            row.push(cell);
        }
    }

    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, margin: &mut Margin) -> io::Result<()> {
        let rows = || std::iter::once(&self.head).chain(&self.rows);
        let count = rows().map(Vec::len).max().unwrap_or_default();
        let mut widths = vec![0; count];
        for row in rows() {
            for (wide, cell) in widths.iter_mut().zip(row) {
                *wide = cell.width().max(*wide);
            }
        }
        if let Some(room) = margin.room(canvas.options().width)
            && !fit(&mut widths, room)
        {
            return self.draw_records(canvas, margin);
        }
        if !self.head.is_empty() {
            self.draw_row(&self.head, &widths, canvas, margin)?;
            margin.draw(canvas)?;
            for (index, wide) in widths.iter().enumerate() {
                canvas.blanks(if index > 0 { GAP } else { 0 })?;
                canvas.text(Ink::Faint, &"─".repeat(*wide))?;
            }
            canvas.end_line()?;
        }
        self.rows.iter().try_for_each(|row| self.draw_row(row, &widths, canvas, margin))
    }

    fn draw_row(&self, row: &[Flow], widths: &[usize], canvas: &mut Canvas<'_>, margin: &mut Margin) -> io::Result<()> {
        let cells: Vec<_> = row.iter().zip(widths).map(|(cell, wide)| (cell, cell.lines(Some(*wide)), *wide)).collect();
        let height = cells.iter().map(|(_, lines, _)| lines.len()).max().unwrap_or_default().max(1);
        for at in 0..height {
            margin.draw(canvas)?;
            // Blanks are due only when something follows them.
            let mut due = 0;
            for (index, (cell, lines, wide)) in cells.iter().enumerate() {
                let line = lines.get(at);
                let used = line.and_then(|line| cell.text().get(line.clone())).map_or(0, width);
                let free = wide.saturating_sub(used);
                let before = match self.alignments.get(index) {
                    Some(Alignment::Right) => free,
                    Some(Alignment::Center) => free / 2,
                    _ => 0,
                };
                due += before;
                if let Some(line) = line.filter(|_| used > 0) {
                    canvas.blanks(due)?;
                    cell.draw(line, canvas)?;
                    due = 0;
                } else {
                    due += used;
                }
                due += free - before + GAP;
            }
            canvas.end_line()?;
        }
        Ok(())
    }

    /// Each row as names and values.
    fn draw_records(&self, canvas: &mut Canvas<'_>, margin: &mut Margin) -> io::Result<()> {
        let room = margin.room(canvas.options().width);
        if self.rows.is_empty() {
            // The names are all that there is.
            let names = self.head.iter().filter(|name| !name.is_empty());
            return names.flat_map(|name| name.lines(room).into_iter().map(move |line| (name, line))).try_for_each(
                |(name, line)| {
                    margin.draw(canvas)?;
                    name.draw(&line, canvas)?;
                    canvas.end_line()
                },
            );
        }
        for (index, row) in self.rows.iter().enumerate() {
            if index > 0 {
                margin.draw_blank(canvas)?;
            }
            for (at, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
                margin.draw(canvas)?;
                canvas.text(Ink::Strong, self.head.get(at).map_or("", Flow::text))?;
                canvas.end_line()?;
                for line in cell.lines(room.map(|room| room.saturating_sub(2))) {
                    margin.draw(canvas)?;
                    canvas.blanks(2)?;
                    cell.draw(&line, canvas)?;
                    canvas.end_line()?;
                }
            }
        }
        Ok(())
    }
}

/// Makes the widest columns narrower until all fit; `false` where they cannot.
fn fit(widths: &mut [usize], room: usize) -> bool {
    let room = room.saturating_sub(widths.len().saturating_sub(1) * GAP);
    let sum = |most: usize, widths: &[usize]| widths.iter().map(|wide| *wide.min(&most)).sum::<usize>();
    if sum(usize::MAX, widths) <= room {
        return true;
    }
    if sum(NARROWEST, widths) > room {
        return false;
    }
    // The widest that a column may be, so that all fit.
    let (mut low, mut high) = (NARROWEST, room + 1);
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if sum(middle, widths) <= room {
            low = middle;
        } else {
            high = middle;
        }
    }
    // What is left over goes to the first columns that could use it.
    let mut left = room - sum(low, widths);
    for wide in widths.iter_mut() {
        let more = usize::from(left > 0 && *wide > low);
        left -= more;
        *wide = (*wide).min(low + more);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widest_columns_give_way() {
        let mut widths = [4, 100, 30];
        assert!(fit(&mut widths, 60));
        assert_eq!(widths, [4, 26, 26]);
        assert!(!fit(&mut [20; 40], 80));
        let mut widths = [3, 3];
        assert!(fit(&mut widths, 8));
        assert_eq!(widths, [3, 3]);
    }
}
