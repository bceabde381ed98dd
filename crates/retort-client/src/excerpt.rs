//! What a server sent, shown inside a message to a person: short, on indented lines, and with nothing in it that
//! a terminal would obey.

use std::fmt;

/// How much of it is shown.
const MOST_CHARS: usize = 600;
const MOST_LINES: usize = 8;

/// The beginning of some text, made safe to print.
pub(crate) struct Excerpt<'a>(pub(crate) &'a [u8]);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.0.get(..MOST_CHARS * 4).unwrap_or(self.0);
        let text = String::from_utf8_lossy(start);
        let shown: String = text.trim().chars().take(MOST_CHARS).collect();
        let mut lines = shown.lines();
        for line in lines.by_ref().take(MOST_LINES) {
            write!(f, "\n  | {}", printable(line))?;
        }
        let whole = text.trim().chars().count() <= shown.chars().count() && start.len() == self.0.len();
        if lines.next().is_some() || !whole {
            write!(f, "\n  | … ({} bytes in all)", self.0.len())?;
        }
        Ok(())
    }
}

/// A line without anything that a terminal would obey or hide.
pub fn printable(line: &str) -> String {
    let mut safe = String::with_capacity(line.len());
    for char in line.chars() {
        let hidden = matches!(char, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        match char {
            '\t' => safe.push(char),
            _ if char.is_control() || hidden => safe.extend(char.escape_unicode()),
            _ => safe.push(char),
        }
    }
    safe
}
