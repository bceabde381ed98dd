//! What stands to the left of a block: the bars of quotes and the markers of list items. However deep a text is
//! nested, the margin stays narrow.

use std::io;

use crate::measure::width;
use crate::terminal::{Canvas, Ink};

/// Deeper levels have no place of their own.
const MOST_LEVELS: usize = 12;

/// The widest that the margin gets, in a terminal of any width.
const WIDEST: usize = 48;

enum Level {
    Quote(Ink),
    /// What is still to be drawn, and how wide it is.
    Item {
        marker: Option<String>,
        ink: Ink,
        wide: usize,
    },
}

#[derive(Default)]
pub(super) struct Margin {
    levels: Vec<Level>,
    /// How many levels are open that have no place.
    unseen: usize,
    /// The marker of an item that has no place.
    stray: Option<String>,
    wide: usize,
}

impl Margin {
    /// How wide it is.
    pub(super) fn width(&self) -> usize {
        self.wide + self.stray.as_deref().map_or(0, width)
    }

    /// What is left of a width, which is something even in a narrow terminal.
    pub(super) fn room(&self, all: Option<usize>) -> Option<usize> {
        all.map(|all| all.saturating_sub(self.width()).max(8))
    }

    pub(super) fn open_quote(&mut self, ink: Ink, all: Option<usize>) {
        if self.has_place(2, all) {
            self.wide += 2;
            self.levels.push(Level::Quote(ink));
        } else {
            self.unseen += 1;
        }
    }

    /// Opens an item, whose marker ends with a blank.
    pub(super) fn open_item(&mut self, marker: String, ink: Ink, all: Option<usize>) {
        let wide = width(&marker);
        if self.has_place(wide, all) {
            self.wide += wide;
            self.levels.push(Level::Item { marker: Some(marker), ink, wide });
        } else {
            self.unseen += 1;
            self.stray = Some(marker);
        }
    }

    fn has_place(&self, wide: usize, all: Option<usize>) -> bool {
        let most = all.map_or(WIDEST, |all| (all / 2).min(WIDEST));
        self.unseen == 0 && self.levels.len() < MOST_LEVELS && self.wide + wide <= most
    }

    /// Replaces the marker of the item that was just opened by another one of two columns.
    pub(super) fn mark(&mut self, with: &str, with_ink: Ink) {
        match self.levels.last_mut() {
            Some(Level::Item { marker: Some(marker), ink, wide }) if self.unseen == 0 => {
                *marker = format!("{}{with}", " ".repeat(wide.saturating_sub(width(with))));
                *ink = with_ink;
            }
            _ => self.stray = Some(with.to_owned()),
        }
    }

    /// Closes the innermost level.
    pub(super) fn close(&mut self) {
        if self.unseen > 0 {
            self.unseen -= 1;
            self.stray = None;
            return;
        }
        match self.levels.pop() {
            Some(Level::Quote(_)) => self.wide -= 2,
            Some(Level::Item { wide, .. }) => self.wide -= wide,
            None => {}
        }
    }

    /// Whether a marker was not drawn yet.
    pub(super) fn is_pending(&self) -> bool {
        let is_pending = |level: &Level| matches!(level, Level::Item { marker: Some(_), .. });
        self.stray.is_some() || self.levels.last().is_some_and(is_pending)
    }

    /// Draws it, at the start of a line.
    pub(super) fn draw(&mut self, canvas: &mut Canvas<'_>) -> io::Result<()> {
        for level in &mut self.levels {
            match level {
                Level::Quote(ink) => canvas.text(*ink, "│ ")?,
                Level::Item { marker, ink, wide } => match marker.take() {
                    Some(marker) => canvas.text(*ink, &marker)?,
                    None => canvas.blanks(*wide)?,
                },
            }
        }
        match self.stray.take() {
            Some(marker) => canvas.text(Ink::Faint, &marker),
            None => Ok(()),
        }
    }

    /// Draws an empty line, with nothing behind the last bar.
    pub(super) fn draw_blank(&self, canvas: &mut Canvas<'_>) -> io::Result<()> {
        let last = self.levels.iter().rposition(|level| matches!(level, Level::Quote(_)));
        for (index, level) in self.levels.iter().enumerate().take(last.map_or(0, |last| last + 1)) {
            match level {
                Level::Quote(ink) => canvas.text(*ink, if last == Some(index) { "│" } else { "│ " })?,
                Level::Item { wide, .. } => canvas.blanks(*wide)?,
            }
        }
        canvas.end_line()
    }
}
