//! Drawing the part of a table that can be seen, under a head that stays.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use retort_core::{ColumnType, Kind};

use super::Table;
use super::widths::{GAP, shown};
use crate::browse::look::{Look, Pen};
use crate::measure::width;
use crate::safe::harmless;
use crate::terminal::Ink;
use crate::view::Cell;

/// A column on the screen.
struct Drawn {
    column: usize,
    start: u16,
    width: usize,
}

impl Table {
    pub(super) fn draw_table(&mut self, buffer: &mut Buffer, area: Rect, look: Look) {
        let head = if area.height > 3 { 2 } else { u16::from(area.height > 1) };
        let body = Rect { y: area.y + head, height: area.height - head, ..area };
        self.scroll.height = usize::from(body.height);
        self.scroll.keep(self.count());
        self.column = self.column.min(self.columns().saturating_sub(1));
        // Rows far below may say more than the first ones.
        for at in self.scroll.top..self.scroll.top + self.scroll.height {
            match self.row_at(at) {
                Some(row) => self.widths.measure(&self.grid.row(row)),
                None => break,
            }
        }
        let gutter = self.grid.total().to_string().len().max(1);
        let drawn = self.seen_columns(area, gutter);
        if head > 0 {
            self.draw_head(buffer, area, &drawn, look);
        }
        if head > 1 {
            let mut pen = Pen::new(buffer, area.left(), area.y + 1, area.right());
            let rule = "─".repeat(usize::from(area.width));
            pen.put(&rule, look.ink(Ink::Faint));
        }
        for (line, row) in (body.top()..body.bottom()).enumerate() {
            let at = self.scroll.top + line;
            let Some(index) = self.row_at(at) else { break };
            let is_here = at == self.scroll.cursor;
            let under = if is_here { look.row() } else { Style::new() };
            let mut pen = Pen::new(buffer, area.left(), row, area.right());
            pen.put(&format!("{:>gutter$}", index + 1), look.ink(Ink::Faint).patch(under));
            pen.fill(under);
            let cells = self.grid.row(index);
            for drawn in &drawn {
                let cell = cells.get(drawn.column).and_then(Option::as_ref);
                let is_at = is_here && drawn.column == self.column;
                let style = |ink: Ink| if is_at { look.ink_at_cursor(ink) } else { look.ink(ink).patch(under) };
                let pen = Pen::new(buffer, drawn.start, row, area.right()).narrowed(drawn.width);
                self.draw_cell(cell, drawn, pen, look, style);
            }
        }
    }

    /// The columns that are seen, so that the cursor's own is among them.
    fn seen_columns(&mut self, area: Rect, gutter: usize) -> Vec<Drawn> {
        let room = usize::from(area.width).saturating_sub(gutter + GAP);
        let widths = self.widths.fitted(room + GAP);
        self.left = self.left.min(self.column);
        let span = |left: usize| -> usize {
            let widths = widths.get(left..=self.column).unwrap_or_default();
            widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
        };
        while self.left < self.column && span(self.left) > room {
            self.left += 1;
        }
        let mut start = usize::from(area.left()) + gutter + GAP;
        let mut drawn = Vec::new();
        for (column, width) in widths.iter().enumerate().skip(self.left) {
            let Some(at) = u16::try_from(start).ok().filter(|at| *at < area.right()) else { break };
            drawn.push(Drawn { column, start: at, width: *width });
            start += width + GAP;
        }
        drawn
    }

    fn draw_head(&self, buffer: &mut Buffer, area: Rect, drawn: &[Drawn], look: Look) {
        for drawn in drawn {
            let Some(column) = self.grid.columns().get(drawn.column) else { continue };
            let sign = match self.arranged.wanted.sort {
                Some(sort) if sort.column == drawn.column => {
                    if sort.descending {
                        " ▼"
                    } else {
                        " ▲"
                    }
                }
                _ => "",
            };
            let end = end_of(drawn, area);
            let mut pen = Pen::new(buffer, drawn.start, area.y, end);
            let name = crate::browse::excerpt::beginning(&column.name);
            let wide = width(&harmless(name)) + width(sign);
            if is_number(column.kind) {
                pen.blanks(drawn.width.saturating_sub(wide), Style::new());
            }
            pen.put(name, look.ink(Ink::Heading));
            if !sign.is_empty() {
                let at = pen.at.min(end.saturating_sub(2)).max(drawn.start);
                Pen::new(buffer, at, area.y, end).put(sign, look.ink(Ink::Warn));
            }
        }
        // Signs that there is more on either side.
        if self.left > 0 {
            Pen::new(buffer, area.left(), area.y, area.left() + 1).put("‹", look.ink(Ink::Warn));
        }
        let last = drawn.last();
        let is_cut = last.is_some_and(|last| usize::from(last.start) + last.width > usize::from(area.right()));
        if area.width > 4 && (is_cut || last.is_some_and(|last| last.column + 1 < self.columns())) {
            Pen::new(buffer, area.right() - 1, area.y, area.right()).put("›", look.ink(Ink::Warn));
        }
    }

    fn draw_cell(
        &self,
        cell: Option<&Cell>,
        drawn: &Drawn,
        mut pen: Pen<'_>,
        look: Look,
        style: impl Fn(Ink) -> Style,
    ) {
        let under = style(Ink::Plain);
        let Some(cell) = cell else { return pen.fill(under) };
        let kind = self.grid.columns().get(drawn.column).map_or(ColumnType::Mixed, |column| column.kind);
        let ink = match cell {
            Cell::Value(raw) => match raw.kind() {
                Kind::Number => Ink::Number,
                Kind::Bool => Ink::Word,
                Kind::Null | Kind::Object | Kind::Array => Ink::Faint,
                Kind::String => Ink::Plain,
            },
            Cell::Field(_) if is_number(kind) => Ink::Number,
            Cell::Field(_) if kind == ColumnType::Boolean => Ink::Word,
            Cell::Field(_) => Ink::Plain,
        };
        let ink = if kind == ColumnType::Url && ink == Ink::Plain { Ink::Link } else { ink };
        let text = shown(cell);
        if is_number(kind) {
            pen.blanks(drawn.width.saturating_sub(width(&harmless(&text))), under);
        }
        let sought = self.sought.as_ref().map(|needle| (needle, look.found()));
        pen.say(&text, style(ink), sought);
        pen.fill(under);
    }
}

fn end_of(drawn: &Drawn, area: Rect) -> u16 {
    u16::try_from(usize::from(drawn.start) + drawn.width).unwrap_or(u16::MAX).min(area.right())
}

fn is_number(kind: ColumnType) -> bool {
    matches!(kind, ColumnType::Integer | ColumnType::Number)
}
