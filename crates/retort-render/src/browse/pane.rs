//! A pane: one way to see one thing. The browser holds panes and gives them what a person wants.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use retort_core::Raw;

use super::job::Wait;
use super::look::Look;
use super::needle::Needle;

/// A step through a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Motion {
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    HalfUp,
    HalfDown,
    Top,
    Bottom,
    /// The first and the last column.
    Start,
    End,
}

/// What else can be done in a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// Folds or unfolds where the cursor is.
    Toggle,
    FoldAll,
    UnfoldAll,
    /// Unfolds so many levels and folds what is deeper.
    Level(usize),
    /// Sorts by the column of the cursor; again to reverse; a third time to undo.
    Sort,
    /// Shows more or less of the column of the cursor.
    Widen,
}

/// A place in a pane to which one can go back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark(pub(super) usize, pub(super) usize);

/// What came of something that a person wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It is done, or goes on.
    Done,
    /// It is done, and something is to be said about it.
    Note(String),
    /// It makes no sense here.
    Unknown,
}

/// Which keys a pane knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PaneKind {
    Table,
    Tree,
    Text,
}

/// What is copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Copied {
    Text(String),
    /// It has so many bytes, which are too many.
    TooLarge(usize),
}

/// Most bytes that are copied: terminals pass over longer sequences.
const MOST_COPIED: usize = 100_000;

impl Copied {
    pub(super) fn text(text: &str) -> Self {
        if text.len() > MOST_COPIED { Self::TooLarge(text.len()) } else { Self::Text(text.to_owned()) }
    }

    /// A string without its quotes, anything else as it was sent.
    pub(super) fn raw(raw: &Raw) -> Self {
        // Escapes make it longer than it is.
        let sent = raw.as_str().len();
        if sent > 6 * MOST_COPIED { Self::TooLarge(sent) } else { Self::text(&raw.to_plain()) }
    }
}

/// One way to see one thing.
pub(super) trait Pane {
    fn kind(&self) -> PaneKind;

    fn go(&mut self, motion: Motion);

    fn act(&mut self, act: Act) -> Answer;

    /// Looks for the needle behind a mark, or before it; and at it, where `here`.
    fn seek(&mut self, needle: &Needle, from: Mark, backward: bool, here: bool);

    /// What the search is for, so that it can be shown.
    fn highlight(&mut self, needle: Option<Needle>);

    /// Keeps only the rows that have a text; all of them for an empty one.
    fn filter(&mut self, _text: &str) -> Answer {
        Answer::Unknown
    }

    /// The text by which rows are kept.
    fn filtered_by(&self) -> &str;

    fn mark(&self) -> Mark;

    fn back_to(&mut self, mark: Mark);

    /// Takes in what was done beside the screen; gives what is to be said about it.
    fn poll(&mut self, wait: Wait) -> Option<String>;

    /// Gives up a search, or other work that can be given up.
    fn give_up(&mut self);

    /// What is being done beside the screen.
    fn busy(&self) -> Option<String>;

    /// The JSON path of the cursor.
    fn path(&self) -> Option<String>;

    /// The value at the cursor.
    fn value(&self) -> Option<Copied>;

    /// The row of the cursor.
    fn row(&self) -> Option<Copied> {
        None
    }

    /// What is behind the cursor and can be opened, with a name for it.
    fn inside(&self) -> Option<(String, Box<dyn Pane>)>;

    /// Where the cursor is, such as `4 of 100`.
    fn position(&self) -> String;

    fn draw(&mut self, buffer: &mut Buffer, area: Rect, look: Look);
}

/// Where a cursor is in a list after a step, and which line is at the top of the screen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scroll {
    pub(super) cursor: usize,
    pub(super) top: usize,
    pub(super) height: usize,
}

impl Scroll {
    /// Takes a step in a list of `count` lines; `false` where the step is none up or down.
    pub(super) fn go(&mut self, motion: Motion, count: usize) -> bool {
        let page = self.height.saturating_sub(1).max(1);
        let half = (self.height / 2).max(1);
        self.cursor = match motion {
            Motion::Up => self.cursor.saturating_sub(1),
            Motion::Down => self.cursor + 1,
            Motion::PageUp => self.cursor.saturating_sub(page),
            Motion::PageDown => self.cursor + page,
            Motion::HalfUp => self.cursor.saturating_sub(half),
            Motion::HalfDown => self.cursor + half,
            Motion::Top => 0,
            Motion::Bottom => usize::MAX,
            _ => return false,
        };
        self.keep(count);
        true
    }

    /// Keeps the cursor in the list and on the screen.
    pub(super) fn keep(&mut self, count: usize) {
        self.cursor = self.cursor.min(count.saturating_sub(1));
        let height = self.height.max(1);
        self.top = self.top.min(self.cursor).max((self.cursor + 1).saturating_sub(height));
        self.top = self.top.min(count.saturating_sub(height));
    }

    /// Brings a far line to the middle of the screen.
    pub(super) fn jump(&mut self, cursor: usize, count: usize) {
        let is_seen = (self.top..self.top + self.height).contains(&cursor);
        self.cursor = cursor;
        if !is_seen {
            self.top = cursor.saturating_sub(self.height / 2);
        }
        self.keep(count);
    }
}

/// Where a line is among others, in words.
pub(super) fn position(index: usize, count: usize) -> String {
    if count == 0 { "nothing".to_owned() } else { format!("{} of {}", grouped(index + 1), grouped(count)) }
}

/// A count with commas: `1,000,000`.
pub(super) fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A size as a person says it.
pub(super) fn size(bytes: usize) -> String {
    let tenths = |unit: usize| format!("{}.{}", bytes / unit, bytes % unit * 10 / unit);
    match bytes {
        0..1000 => format!("{bytes} bytes"),
        1000..1_000_000 => format!("{} KB", tenths(1000)),
        _ => format!("{} MB", tenths(1_000_000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_sizes_read_well() {
        assert_eq!(
            (grouped(999), grouped(1000), grouped(12_345_678)),
            ("999".into(), "1,000".into(), "12,345,678".into())
        );
        assert_eq!((size(7), size(1500), size(98_210_000)), ("7 bytes".into(), "1.5 KB".into(), "98.2 MB".into()));
    }

    #[test]
    fn the_cursor_stays_on_the_screen() {
        let mut scroll = Scroll { height: 10, ..Scroll::default() };
        assert!(scroll.go(Motion::Bottom, 100));
        assert_eq!((scroll.cursor, scroll.top), (99, 90));
        scroll.go(Motion::PageUp, 100);
        assert_eq!((scroll.cursor, scroll.top), (90, 90));
        scroll.jump(50, 100);
        assert_eq!((scroll.cursor, scroll.top), (50, 45));
        scroll.keep(0);
        assert_eq!((scroll.cursor, scroll.top), (0, 0));
    }
}
