//! A JSON string for a person: wrapped at its right place, cut where it is very long, and a link where it is an address.
//! A text of several lines is shown as that text.

use std::io;

use retort_core::Raw;

use super::{Canvas, Ink, text};
use crate::amount::counted;
use crate::measure::{width, wrap};
use crate::view::Link;

/// The longest string that is shown whole where rows are left out, in characters.
const LONGEST_WHOLE: usize = 1000;
/// The least room in which wrapping makes sense.
const LEAST_ROOM: usize = 16;

/// What stands before and behind a text of several lines.
pub(super) const QUOTES: &str = "\"\"\"";

/// Whether a string has so many lines that it is a text wherever it stands.
pub(super) fn has_lines(text: &str) -> bool {
    lines(text).nth(2).is_some()
}

/// Whether a string between two columns is a text of several lines, and not words on one.
pub(super) fn is_text(text: &str, column: usize, most: usize) -> bool {
    has_lines(text) || lines(text).nth(1).is_some() && (text.len() > 4 * most || column + width(text) >= most)
}

/// Draws a text, which is harmless JSON with its quotes, on lines of its own that begin at a column.
pub(super) fn draw_text(json: &str, column: usize, ink: Ink, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let (shown, left) = match canvas.options().rows {
        Some(_) => cut(json),
        None => (json, 0),
    };
    let whole = if left > 0 { format!("{shown}\"") } else { shown.to_owned() };
    let said = Raw::parse(whole).and_then(|string| string.to_text().map(String::from)).unwrap_or_default();
    text::draw_lines_at(&said, column, ink, canvas)?;
    if left > 0 {
        canvas.blanks(column)?;
        canvas.line(Ink::Faint, &format!("… {}", counted(left, "more character")))?;
    }
    Ok(())
}

/// Draws a string, which is harmless JSON with its quotes, from a column on; gives the column behind it.
pub(super) fn draw(text: &str, column: usize, ink: Ink, canvas: &mut Canvas<'_>) -> io::Result<usize> {
    let (shown, left) = match canvas.options().rows {
        Some(_) => cut(text),
        None => (text, 0),
    };
    let rest = (left > 0).then(|| format!("… {}", counted(left, "more character")));
    let inside = shown.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let to = inside.filter(|inside| inside.starts_with("http") && !inside.contains('\\')).map(Link::new);
    let most = canvas.options().width.unwrap_or(usize::MAX);
    let room = most.saturating_sub(column + 1).max(LEAST_ROOM);
    let mut end = column;
    if rest.is_none() && shown.len() / 4 <= room && width(shown) <= room {
        canvas.link(ink, shown, to.as_ref())?;
        return Ok(column + width(shown));
    }
    let mut is_first = true;
    for piece in wrap(shown, Some(room - 1)) {
        if !std::mem::take(&mut is_first) {
            canvas.end_line()?;
            canvas.blanks(column + 1)?;
        }
        canvas.link(ink, &piece, to.as_ref())?;
        end = column + 1 + width(&piece);
    }
    if let Some(rest) = rest {
        canvas.text(Ink::Faint, &rest)?;
        canvas.text(ink, "\"")?;
        end += width(&rest) + 1;
    }
    Ok(end)
}

/// What a string says, line by line: a line end stands behind each but the last.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut from = 0;
        while let Some(at) = text.get(from..).and_then(|tail| tail.find('\\')).map(|at| at + from) {
            // A backslash and the letter behind it are both ASCII, so that both offsets are between characters.
            from = at + 2;
            let is_last = text.get(from..).is_none_or(|tail| tail == "\"");
            if text.as_bytes().get(at + 1) == Some(&b'n') && !is_last {
                let (line, tail) = text.split_at_checked(from)?;
                rest = Some(tail);
                return Some(line);
            }
        }
        rest = None;
        Some(text)
    })
}

/// The beginning of a long string, without its closing quote, and how many characters are left; all of a shorter one.
fn cut(text: &str) -> (&str, usize) {
    if text.len() <= LONGEST_WHOLE {
        return (text, 0);
    }
    let (mut at, mut count) = (0, 0);
    let mut end = None;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let taken = match rest.as_bytes() {
            [b'\\', b'u', ..] => 6,
            [b'\\', ..] => 2,
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        if count == LONGEST_WHOLE {
            end = Some(at);
        }
        at += taken;
        count += 1;
    }
    // The last of them is the closing quote.
    match end.and_then(|end| text.get(..end)) {
        Some(shown) if count - LONGEST_WHOLE > 2 => (shown, count - LONGEST_WHOLE - 1),
        _ => (text, 0),
    }
}
