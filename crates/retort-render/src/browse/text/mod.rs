//! Text that scrolls: what the terminal draws of a view, long text, or the message as it was sent.

mod ink;
mod wrap;

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use retort_core::Text as Sent;
use unicode_segmentation::UnicodeSegmentation;

use self::ink::Inked;
use self::wrap::{row_range, rows_of};
use super::job::Wait;
use super::look::{Look, Pen};
use super::needle::Needle;
use super::pane::{Act, Answer, Copied, Mark, Motion, Pane, PaneKind, Scroll, position};
use crate::measure::width;
use crate::terminal::{Palette, Terminal};
use crate::view::View;

/// Text that scrolls.
pub(super) struct Text {
    source: Source,
    inked: Inked,
    rows: Vec<usize>,
    /// For which width and colours the rows were made.
    made_for: Option<(u16, Option<Palette>)>,
    scroll: Scroll,
    left: usize,
    sought: Option<Needle>,
    /// Where the last search has come to.
    found: Option<usize>,
    note: Option<String>,
}

enum Source {
    /// As it was sent.
    Sent(Sent),
    /// Words that are too many to be drawn.
    Long(String),
    /// A view, which the terminal draws for each width.
    View(Box<View>),
}

/// How far a key moves text to the side.
const STEP: usize = 8;

impl Text {
    pub(super) fn sent(text: Sent) -> Self {
        Self::of(Source::Sent(text))
    }

    pub(super) fn long(text: String) -> Self {
        Self::of(Source::Long(text))
    }

    pub(super) fn view(view: View) -> Self {
        Self::of(Source::View(Box::new(view)))
    }

    fn of(source: Source) -> Self {
        Self {
            source,
            inked: Inked::default(),
            rows: vec![0],
            made_for: None,
            scroll: Scroll { height: 20, ..Scroll::default() },
            left: 0,
            sought: None,
            found: None,
            note: None,
        }
    }

    fn words(&self) -> &str {
        match &self.source {
            Source::Sent(text) => text.as_str(),
            Source::Long(text) => text,
            Source::View(_) => &self.inked.words,
        }
    }

    /// Makes the rows for a width; what was at the top stays there.
    fn make(&mut self, width: u16, palette: Option<Palette>) {
        if self.made_for == Some((width, palette)) {
            return;
        }
        let top = self.rows.get(self.scroll.top).copied().unwrap_or_default();
        let (before, was_made) = (self.words().len(), self.made_for.is_some());
        if let Source::View(view) = &self.source {
            let terminal = Terminal { width: Some(usize::from(width).max(1)), palette, ..Terminal::plain() };
            self.inked = Inked::of(&terminal.draw(view));
            let lines = memchr::memchr_iter(b'\n', self.inked.words.as_bytes()).map(|at| at + 1);
            let length = self.inked.words.len();
            self.rows = std::iter::once(0).chain(lines).filter(|start| *start == 0 || *start < length).collect();
        } else {
            self.rows = rows_of(self.words(), usize::from(width));
        }
        self.made_for = Some((width, palette));
        // Drawn text has other offsets in another width: about the same place is good enough.
        let now = self.words().len();
        let top = if was_made && before != now && before > 0 { top.saturating_mul(now) / before } else { top };
        self.scroll.top = self.row_of(top);
        if before != now {
            self.found = None;
        }
    }

    fn row_of(&self, offset: usize) -> usize {
        self.rows.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    fn last_top(&self) -> usize {
        self.rows.len().saturating_sub(self.scroll.height.max(1))
    }

    fn draw_row(&self, range: Range<usize>, pen: &mut Pen<'_>, look: Look) {
        let words = self.words();
        let matches = self.sought.as_ref().map(|needle| matches_near(words, &range, needle)).unwrap_or_default();
        let line = words.get(range.clone()).unwrap_or_default();
        let mut at = range.start + behind(line, self.left);
        while at < range.end && pen.room() > 0 {
            let (mut style, mut next) = match &self.source {
                Source::View(_) => self.inked.style_at(at),
                _ => (Style::new(), usize::MAX),
            };
            match matches.iter().find(|found| found.end > at) {
                Some(found) if found.start <= at => {
                    style = style.patch(look.found());
                    next = next.min(found.end);
                }
                Some(found) => next = next.min(found.start),
                None => {}
            }
            let end = next.min(range.end);
            let Some(piece) = words.get(at..end) else { break };
            pen.put(piece, style);
            at = end;
        }
    }
}

/// How many bytes of a line stand in so many columns.
fn behind(line: &str, columns: usize) -> usize {
    let mut seen = 0;
    let mut clusters = line.grapheme_indices(true);
    if columns == 0 {
        return 0;
    }
    let found = clusters.find(|(_, cluster)| {
        let is_behind = seen >= columns;
        seen += width(cluster);
        is_behind
    });
    found.map_or(line.len(), |(at, _)| at)
}

/// The matches that reach into a range, also those that begin before it.
fn matches_near(words: &str, range: &Range<usize>, needle: &Needle) -> Vec<Range<usize>> {
    let start = words.floor_char_boundary(range.start.saturating_sub(400));
    let end = words.ceil_char_boundary((range.end + 400).min(words.len()));
    let found = needle.all_in(words.get(start..end).unwrap_or_default());
    found.into_iter().map(|found| start + found.start..start + found.end).collect()
}

impl Pane for Text {
    fn kind(&self) -> PaneKind {
        PaneKind::Text
    }

    fn go(&mut self, motion: Motion) {
        // The cursor of text is its top row.
        let mut scroll = Scroll { cursor: self.scroll.top, ..self.scroll };
        if scroll.go(motion, self.rows.len()) {
            self.scroll.top = scroll.cursor.min(self.last_top());
            return;
        }
        self.left = match motion {
            Motion::Left => self.left.saturating_sub(STEP),
            Motion::Right => (self.left + STEP).min(10_000),
            Motion::Start => 0,
            _ => self.left,
        };
    }

    fn act(&mut self, _: Act) -> Answer {
        Answer::Unknown
    }

    fn seek(&mut self, needle: &Needle, from: Mark, backward: bool, here: bool) {
        let words = self.words();
        let from = words.floor_char_boundary(from.0);
        let behind = words.ceil_char_boundary((from + usize::from(!here)).min(words.len()));
        let last_in = |range: Range<usize>| {
            // From the end, in pieces, so that a match nearby is found soon.
            let mut end = range.end;
            loop {
                let start = words.floor_char_boundary(end.saturating_sub(100_000).max(range.start));
                let reach = words.ceil_char_boundary((end + 400).min(range.end));
                let found = needle.all_in(words.get(start..reach).unwrap_or_default());
                if let Some(found) = found.last() {
                    return Some(start + found.start);
                }
                if start <= range.start {
                    return None;
                }
                end = start;
            }
        };
        let first_in = |range: Range<usize>| {
            needle.find(words.get(range.clone()).unwrap_or_default()).map(|found| range.start + found.start)
        };
        let (near, far) = if backward {
            let near = last_in(0..from);
            (near, if near.is_some() { None } else { last_in(from..words.len()) })
        } else {
            let near = first_in(behind..words.len());
            (near, if near.is_some() { None } else { first_in(0..words.len()) })
        };
        self.note = match (near, far) {
            (Some(_), _) => None,
            (None, Some(_)) => Some("the search went on at the other end".to_owned()),
            (None, None) => Some("not found".to_owned()),
        };
        if let Some(found) = near.or(far) {
            self.found = Some(found);
            let row = self.row_of(found);
            if !(self.scroll.top..self.scroll.top + self.scroll.height).contains(&row) {
                self.scroll.top = row.saturating_sub(self.scroll.height / 2).min(self.last_top());
            }
        }
    }

    fn highlight(&mut self, needle: Option<Needle>) {
        if needle.is_none() {
            self.found = None;
        }
        self.sought = needle;
    }

    fn filtered_by(&self) -> &'static str {
        ""
    }

    fn mark(&self) -> Mark {
        let top = self.rows.get(self.scroll.top).copied().unwrap_or_default();
        let bottom = self.rows.get(self.scroll.top + self.scroll.height).copied().unwrap_or(usize::MAX);
        Mark(self.found.filter(|found| (top..bottom).contains(found)).unwrap_or(top), self.scroll.top)
    }

    fn back_to(&mut self, mark: Mark) {
        self.found = None;
        self.scroll.top = mark.1.min(self.last_top());
    }

    fn poll(&mut self, _: Wait) -> Option<String> {
        self.note.take()
    }

    fn give_up(&mut self) {}

    fn busy(&self) -> Option<String> {
        None
    }

    fn path(&self) -> Option<String> {
        None
    }

    fn value(&self) -> Option<Copied> {
        Some(Copied::text(self.words()))
    }

    fn inside(&self) -> Option<(String, Box<dyn Pane>)> {
        None
    }

    fn position(&self) -> String {
        let last = (self.scroll.top + self.scroll.height).min(self.rows.len()).saturating_sub(1);
        format!("line {}", position(last, self.rows.len()))
    }

    fn draw(&mut self, buffer: &mut Buffer, area: Rect, look: Look) {
        self.scroll.height = usize::from(area.height);
        self.make(area.width, look.palette);
        self.scroll.top = self.scroll.top.min(self.last_top());
        for (row, index) in (area.top()..area.bottom()).zip(self.scroll.top..self.rows.len()) {
            let range = row_range(self.words(), &self.rows, index);
            let mut pen = Pen::new(buffer, area.left(), row, area.right());
            self.draw_row(range, &mut pen, look);
        }
    }
}
