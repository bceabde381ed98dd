//! What is being typed at the bottom of the screen: a search or a filter, which hold while they are typed.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::keys::Hint;
use super::pane::Mark;

/// What is typed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Search,
    Filter,
}

/// What is being typed.
#[derive(Clone, Debug)]
pub(super) struct Prompt {
    pub(super) purpose: Purpose,
    pub(super) typed: String,
    /// What was typed the last time, which holds again when this is given up.
    pub(super) before: String,
    /// Where the cursor was.
    pub(super) origin: Mark,
}

/// What a key did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    Changed,
    Accepted,
    GivenUp,
    Nothing,
}

impl Prompt {
    pub(super) fn key(&mut self, key: KeyEvent) -> Typed {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => Typed::Accepted,
            KeyCode::Esc => Typed::GivenUp,
            KeyCode::Char('c' | 'g') if is_control => Typed::GivenUp,
            KeyCode::Char('u') if is_control => self.set(String::new()),
            KeyCode::Char('w') if is_control => {
                let kept = self.typed.trim_end();
                let end = kept.rfind(' ').map_or(0, |blank| blank + 1);
                let kept = kept.get(..end).unwrap_or_default().to_owned();
                self.set(kept)
            }
            KeyCode::Backspace if self.typed.is_empty() => Typed::GivenUp,
            KeyCode::Backspace => {
                self.typed.pop();
                Typed::Changed
            }
            KeyCode::Char(char) if !is_control && !char.is_control() => {
                self.typed.push(char);
                Typed::Changed
            }
            _ => Typed::Nothing,
        }
    }

    fn set(&mut self, typed: String) -> Typed {
        self.typed = typed;
        Typed::Changed
    }

    /// The keys that are of use here.
    pub(super) fn hints(&self) -> &'static [Hint] {
        match self.purpose {
            Purpose::Search => &[("Enter", "keep"), ("Esc", "go back"), ("Ctrl-u", "clear"), ("n N", "then go on")],
            Purpose::Filter => {
                &[("Enter", "keep"), ("Esc", "give up"), ("Ctrl-u", "clear"), ("column:text", "one column")]
            }
        }
    }

    /// What stands before what is typed.
    pub(super) fn label(&self) -> &'static str {
        match self.purpose {
            Purpose::Search => "/",
            Purpose::Filter => "filter: ",
        }
    }
}
