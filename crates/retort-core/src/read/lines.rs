//! The lines of a text, whatever ends them, with their offsets.

use crate::json::Span;

/// The spans of the lines, without their ends. `\r\n`, `\n` and `\r` all end a line.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Span> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let (line, next) = line_at(text, start)?;
        start = next;
        Some(line)
    })
}

/// The line that starts at an offset, and where the next one starts; `None` at the end of the text.
pub(super) fn line_at(text: &str, start: usize) -> Option<(Span, usize)> {
    let rest = text.as_bytes().get(start..).filter(|rest| !rest.is_empty())?;
    let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    let line = Span { start, end: start + length };
    let ends = match rest.get(length..) {
        Some([b'\r', b'\n', ..]) => 2,
        Some([_, ..]) => 1,
        _ => 0,
    };
    Some((line, line.end + ends))
}
