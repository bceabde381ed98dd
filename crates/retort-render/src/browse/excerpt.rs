//! The beginning of values, which may be of any size: as much of them as a line can show, and no more is read.

use std::borrow::Cow;

use retort_core::{Kind, Raw};

/// Most bytes of a value that are looked at.
const MOST_BYTES: usize = 2000;

/// A scalar as a person reads it, or its beginning.
pub(super) fn plain(raw: &Raw) -> Cow<'_, str> {
    let sent = raw.as_str();
    if sent.len() <= MOST_BYTES {
        return raw.to_plain();
    }
    let mut start = beginning(sent);
    if raw.kind() == Kind::String {
        // An escape that is cut would not be JSON any more.
        if let Some(at) = start.rfind('\\').filter(|at| at + 6 >= start.len()) {
            start = start.get(..at).unwrap_or_default().trim_end_matches('\\');
        }
        let text = Raw::parse(format!("{start}\"")).and_then(|raw| raw.to_text().map(Cow::into_owned));
        return Cow::Owned(format!("{}…", text.as_deref().unwrap_or(start)));
    }
    Cow::Owned(format!("{start}…"))
}

/// A value as it was sent, on one line, or its beginning.
pub(super) fn line(raw: &Raw) -> String {
    let sent = raw.as_str();
    let start = beginning(sent);
    let mut line = String::with_capacity(start.len());
    let mut blank = false;
    for char in start.chars() {
        match char {
            '\n' | '\r' => blank = true,
            ' ' | '\t' if blank => {}
            _ => {
                if std::mem::take(&mut blank) && !line.ends_with(['{', '[']) && !matches!(char, '}' | ']') {
                    line.push(' ');
                }
                line.push(char);
            }
        }
    }
    if start.len() < sent.len() {
        line.push('…');
    }
    line
}

/// The beginning of a text.
pub(super) fn beginning(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MOST_BYTES)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_beginning_is_read() {
        let long = Raw::string(&format!("{}\u{1b}\"x{}", "é".repeat(995), "\\".repeat(10_000)));
        let start = plain(&long);
        assert!(start.starts_with("éé") && start.ends_with('…') && start.len() < 2100, "{start}");
        let escapes = Raw::parse(format!("\"{}\"", "\\u001b".repeat(1000))).unwrap();
        assert!(plain(&escapes).starts_with("\u{1b}\u{1b}"));
    }

    #[test]
    fn several_lines_become_one() {
        let raw = Raw::parse("{\n  \"a\": [\n    1,\n    2\n  ]\n}").unwrap();
        assert_eq!(line(&raw), "{\"a\": [1, 2]}");
    }
}
