//! The full-screen viewer: a response of any size to look through, fold, search, sort and filter.
//!
//! [`browse`] runs it on the terminal; [`Browser`] is what it does, apart from any terminal. Rows and lines are kept
//! as offsets and only what is on the screen is read, so that a million rows cost little. What takes a while is done
//! beside the screen.

mod browser;
mod draw;
mod excerpt;
mod job;
mod keys;
mod look;
mod needle;
mod pane;
mod panes;
mod path;
mod prompt;
mod screen;
mod table;
mod text;
mod tree;

pub use browser::Browser;
pub use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
pub use screen::browse;

use crate::terminal::Palette;

/// How the viewer looks.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// The colours; `None` for none.
    pub palette: Option<Palette>,
}

impl Options {
    /// With these colours.
    pub fn new(palette: Option<Palette>) -> Self {
        Self { palette }
    }
}
