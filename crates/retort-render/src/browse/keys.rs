//! Which key does what, and the words for it at the bottom of the screen and in the list of all keys.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::pane::{Act, Motion, PaneKind};

/// What somebody wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Go(Motion),
    Act(Act),
    /// Folds or unfolds, or opens what cannot be folded.
    Enter,
    /// Opens the next way to see it; or one by its place.
    NextTab,
    PreviousTab,
    Tab(usize),
    /// Goes to the next part of a view, or back.
    Part(bool),
    Search,
    /// Goes to the next match, or back.
    Again(bool),
    Filter,
    CopyValue,
    CopyPath,
    CopyRow,
    Help,
    /// Back from what was opened; else leave.
    Quit,
    /// Back from whatever was begun last.
    Back,
    Leave,
    Redraw,
}

/// What a key means.
pub(super) fn command(key: KeyEvent) -> Option<Command> {
    use Command as C;
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    Some(match key.code {
        KeyCode::Char(char) if is_control => match char {
            'c' => C::Leave,
            'd' => C::Go(Motion::HalfDown),
            'u' => C::Go(Motion::HalfUp),
            'f' => C::Go(Motion::PageDown),
            'b' => C::Go(Motion::PageUp),
            'n' => C::Go(Motion::Down),
            'p' => C::Go(Motion::Up),
            'l' => C::Redraw,
            _ => return None,
        },
        KeyCode::Char(char) => match char {
            'q' => C::Quit,
            'j' => C::Go(Motion::Down),
            'k' => C::Go(Motion::Up),
            'h' => C::Go(Motion::Left),
            'l' => C::Go(Motion::Right),
            'g' => C::Go(Motion::Top),
            'G' => C::Go(Motion::Bottom),
            '0' | '^' => C::Go(Motion::Start),
            '$' => C::Go(Motion::End),
            ' ' => C::Act(Act::Toggle),
            'z' => C::Act(Act::FoldAll),
            'Z' => C::Act(Act::UnfoldAll),
            '1'..='9' => C::Act(Act::Level(char.to_digit(10).unwrap_or(1) as usize)),
            's' => C::Act(Act::Sort),
            'w' => C::Act(Act::Widen),
            'f' | '&' => C::Filter,
            '/' => C::Search,
            'n' => C::Again(false),
            'N' => C::Again(true),
            'y' => C::CopyValue,
            'p' => C::CopyPath,
            'Y' => C::CopyRow,
            'v' => C::Tab(0),
            'e' => C::Tab(1),
            'r' => C::Tab(2),
            ']' => C::Part(true),
            '[' => C::Part(false),
            '?' => C::Help,
            _ => return None,
        },
        KeyCode::Up => C::Go(Motion::Up),
        KeyCode::Down => C::Go(Motion::Down),
        KeyCode::Left => C::Go(Motion::Left),
        KeyCode::Right => C::Go(Motion::Right),
        KeyCode::PageUp => C::Go(Motion::PageUp),
        KeyCode::PageDown => C::Go(Motion::PageDown),
        KeyCode::Home if is_control => C::Go(Motion::Top),
        KeyCode::End if is_control => C::Go(Motion::Bottom),
        KeyCode::Home => C::Go(Motion::Start),
        KeyCode::End => C::Go(Motion::End),
        KeyCode::Tab => C::NextTab,
        KeyCode::BackTab => C::PreviousTab,
        KeyCode::Enter => C::Enter,
        KeyCode::Esc => C::Back,
        KeyCode::F(1) => C::Help,
        _ => return None,
    })
}

/// A key and what it does, in few words.
pub(super) type Hint = (&'static str, &'static str);

/// What is told at the bottom, the most useful first.
pub(super) fn hints(kind: PaneKind) -> &'static [Hint] {
    match kind {
        PaneKind::Table => &[
            ("/", "search"),
            ("s", "sort"),
            ("f", "filter"),
            ("Enter", "open"),
            ("Tab", "envelope"),
            ("y", "copy"),
            ("p", "path"),
            ("w", "widen"),
        ],
        PaneKind::Tree => &[
            ("/", "search"),
            ("Enter", "fold"),
            ("z Z", "all"),
            ("1-9", "level"),
            ("Tab", "next view"),
            ("y", "copy"),
            ("p", "path"),
            ("n", "next"),
        ],
        PaneKind::Text => &[("/", "search"), ("Tab", "next view"), ("g G", "ends"), ("y", "copy"), ("n", "next")],
    }
}

/// All keys, by what they are for.
pub(super) fn all(kind: PaneKind) -> [(&'static str, &'static [Hint]); 3] {
    let own: (&str, &[Hint]) = match kind {
        PaneKind::Table => (
            "Table",
            &[
                ("0 $, Home End", "to the first and the last column"),
                ("s", "sort by this column, then reverse, then undo"),
                ("f &", "filter: text in any cell, or column:text"),
                ("w", "widen this column; again to narrow it"),
                ("Enter", "open the row, or what is nested in the cell"),
                ("Y", "copy the row"),
            ],
        ),
        PaneKind::Tree => (
            "Tree",
            &[
                ("Enter Space", "fold or unfold; open a long text"),
                ("h l, ← →", "fold or go out, unfold or go in"),
                ("z Z", "fold all, unfold all"),
                ("1 to 9", "unfold to this level"),
            ],
        ),
        PaneKind::Text => ("Text", &[("h l, ← →", "move to the side"), ("0 Home", "back to the left edge")]),
    };
    [
        (
            "Moving",
            &[
                ("h j k l, arrows", "move"),
                ("g G", "to the first and the last line"),
                ("Ctrl-d Ctrl-u", "half a screen"),
                ("Ctrl-f Ctrl-b, PgDn PgUp", "a screen"),
            ],
        ),
        own,
        (
            "Everywhere",
            &[
                ("/ n N", "search, next match, match before"),
                ("Tab, v e r", "view, envelope, raw"),
                ("[ ]", "part before, next part"),
                ("y p", "copy the value, copy its path"),
                ("q Esc", "back from what was opened"),
                ("q Ctrl-c", "leave"),
            ],
        ),
    ]
}
