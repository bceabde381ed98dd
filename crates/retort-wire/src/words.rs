//! The words of others in our own sentences: short, and with nothing in them that a terminal would obey or hide.

use std::fmt;
use std::path::Path;

use retort_core::printable;

/// How much of it is shown.
const MOST_CHARS: usize = 600;
const MOST_LINES: usize = 8;

/// The beginning of what somebody else sent, made safe to print: each line on one of its own, below what was said before.
#[derive(Clone, Copy, Debug)]
pub struct Excerpt<'a>(pub &'a [u8]);

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

/// A text of somebody else on one line, made safe to print and cut after `longest` characters.
pub fn one_line(text: &str, longest: usize) -> String {
    let mut words = text.split_whitespace();
    let mut line = words.next().map(printable).unwrap_or_default();
    for word in words {
        if line.len() > 4 * longest {
            break;
        }
        line.push(' ');
        line.push_str(&printable(word));
    }
    if let Some((end, _)) = line.char_indices().nth(longest) {
        line.truncate(end);
        line.push('…');
    }
    line
}

/// A path, made safe to print on one line: a name may hold the end of a line, which would make words of it that look like ours.
pub fn shown_path(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_hidden_is_left() {
        assert_eq!(one_line("no\u{1b}[2J\r\n\tway  \u{7}out", 300), "no\\u{1b}[2J way \\u{7}out");
        assert_eq!(one_line(&"x".repeat(400), 300).chars().count(), 301);
        let path = Path::new("a\nretort: all is well\u{1b}[2J/b c");
        assert_eq!(shown_path(path), "a\\u{a}retort: all is well\\u{1b}[2J/b c");
    }
}
