//! What is shown of responses: snapshots of every format, and what must hold for all of them, hostile ones first.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod agreed;
mod attacks;
mod boxes;
#[cfg(feature = "browse")]
mod browse;
mod browser;
mod cards;
mod export;
mod hostile;
mod html;
mod kept;
mod markdown;
mod parts;
mod shape;
mod snapshots;
mod table;
mod tree;

use retort_core::{Format, Interpretation};
use retort_render::{Terminal, View};

/// The view of a response.
fn view(response: &str, wanted: Option<Format>) -> View {
    let reading = retort_core::read(response);
    View::of(&Interpretation::of(&reading.messages[0]), wanted)
}

/// A response whose text is this.
fn said(text: &str) -> String {
    let text = serde_json::to_string(text).unwrap();
    format!(r#"{{"content": [{{"type": "text", "text": {text}}}]}}"#)
}

/// Plain text fitted to a width, as a terminal without colours gets it.
fn fitted(width: usize) -> Terminal {
    let mut terminal = Terminal::plain();
    terminal.width = Some(width);
    terminal
}
