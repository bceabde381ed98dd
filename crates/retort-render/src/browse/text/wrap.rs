//! Long text in rows of the screen, kept as offsets: text of 100 MB on one line is wrapped in one quick pass.

use std::ops::Range;

use memchr::memchr;
use unicode_segmentation::UnicodeSegmentation;

use crate::measure::width;
use crate::safe::harmless;

/// Where rows of at most so many columns begin. There is always one.
pub(super) fn rows_of(text: &str, most: usize) -> Vec<usize> {
    let most = most.max(1);
    let mut rows = Vec::with_capacity(text.len() / most + 1);
    let mut start = 0;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
        let end = memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let line = rest.get(..end).unwrap_or(rest);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mut at = 0;
        loop {
            rows.push(start + at);
            let rest = line.get(at..).unwrap_or_default();
            let taken = taken(rest, most);
            at += taken;
            if taken == 0 || at >= line.len() {
                break;
            }
        }
        start += end + 1;
    }
    if rows.is_empty() {
        rows.push(0);
    }
    rows
}

/// How many bytes of a line fit into a row: up to a blank, where there is one not far from the end. At least one
/// letter fits.
fn taken(line: &str, most: usize) -> usize {
    let bytes = line.as_bytes();
    if bytes.len() <= most && bytes.iter().all(|byte| matches!(byte, b' '..=b'~')) {
        return bytes.len();
    }
    let fits = match bytes.get(..most) {
        Some(start) if start.iter().all(|byte| matches!(byte, b' '..=b'~')) => most,
        _ => by_letters(line, most),
    };
    if fits >= line.len() || line.get(fits..).is_some_and(|rest| rest.starts_with(' ')) {
        return fits;
    }
    let start = line.get(..fits).unwrap_or_default();
    match start.rfind(' ') {
        Some(blank) if 2 * blank > fits => blank + 1,
        _ => fits,
    }
}

fn by_letters(line: &str, most: usize) -> usize {
    let (mut taken, mut columns) = (0, 0);
    for cluster in line.graphemes(true) {
        let wide = width(&harmless(cluster));
        if taken > 0 && columns + wide > most {
            break;
        }
        taken += cluster.len();
        columns += wide;
    }
    taken
}

/// What stands in a row, without its end.
pub(super) fn row_range(text: &str, rows: &[usize], row: usize) -> Range<usize> {
    let start = rows.get(row).copied().unwrap_or(text.len());
    let end = rows.get(row + 1).copied().unwrap_or(text.len());
    let line = text.get(start..end).unwrap_or_default();
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    start..start + line.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, most: usize) -> Vec<&str> {
        let rows = rows_of(text, most);
        (0..rows.len()).map(|row| &text[row_range(text, &rows, row)]).collect()
    }

    #[test]
    fn lines_break_at_blanks_and_between_letters() {
        assert_eq!(wrapped("", 10), [""]);
        assert_eq!(wrapped("one two three\r\n\nfour", 9), ["one two ", "three", "", "four"]);
        assert_eq!(wrapped("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrapped("日本語日本", 4), ["日本", "語日", "本"]);
        assert_eq!(wrapped("日", 1), ["日"]);
        assert_eq!(wrapped("\u{1b}[2Jabc", 8), ["\u{1b}[2", "Jabc"]);
    }
}
