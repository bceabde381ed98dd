//! Whether rows of equal length are a table or only look like one: poems, addresses, logs and sentences have
//! commas too.

use std::collections::HashSet;

use super::{Delimiter, csv_records};
use crate::format::text::url_list::is_url;
use crate::format::text::{lines, log};

/// Rows beyond this many change no verdict.
const ROWS: usize = 500;

/// The delimiter of a text that is a table. `cut` says that the text goes on beyond the head, so that its last
/// row may be half a row.
pub(in crate::format::text) fn recognise(head: &str, cut: bool) -> Option<(Delimiter, f32)> {
    if lines::non_blank(head).nth(1).is_none() || log::is_log(head) || is_listing(head) {
        return None;
    }
    // A comma is the weakest sign: it also stands in numbers and sentences inside the fields of the others.
    [Delimiter::Tab, Delimiter::Pipe, Delimiter::Semicolon, Delimiter::Comma]
        .into_iter()
        .filter(|delimiter| memchr::memchr(delimiter.as_byte(), head.as_bytes()).is_some())
        .find_map(|delimiter| Some((delimiter, confidence(head, cut, delimiter)?)))
}

/// Bullets, JSON lines and quotations: their own form outweighs the commas inside.
fn is_listing(head: &str) -> bool {
    lines::non_blank(head).take(20).all(|line| {
        let line = line.trim_start();
        line.starts_with(['{', '[', '>', '<', '(']) || lines::behind_bullet(line).is_some()
    })
}

fn confidence(head: &str, cut: bool, delimiter: Delimiter) -> Option<f32> {
    let mut rows: Vec<Vec<String>> = csv_records(head, delimiter).take(ROWS).collect();
    if cut && rows.len() < ROWS {
        rows.pop();
    }
    let columns = rows.first()?.len();
    if rows.len() < 2 || columns < 2 || rows.iter().any(|row| row.len() != columns) {
        return None;
    }
    // Lines that all end in the delimiter are lists or verse, not rows.
    if columns == 2 && rows.iter().all(|row| row[1].trim().is_empty()) {
        return None;
    }
    match delimiter {
        Delimiter::Tab => (!is_indented(&rows)).then_some(0.97),
        Delimiter::Pipe => (!is_diff_stat(&rows)).then_some(0.9),
        Delimiter::Semicolon | Delimiter::Comma => between_words(&rows, head, delimiter),
    }
}

/// Commas and semicolons also part the words of a sentence; a blank behind most of them calls for more evidence.
fn between_words(rows: &[Vec<String>], head: &str, delimiter: Delimiter) -> Option<f32> {
    if is_verse(rows) || has_text_behind_quote(head, delimiter) || delimiter == Delimiter::Comma && are_thousands(rows)
    {
        return None;
    }
    let header = is_header(&rows[0]);
    let typed = has_typed_column(rows);
    if !is_spaced(rows) || head.trim_start().starts_with('"') {
        let wordy = rows[0].iter().any(|field| words(field) > 6);
        return (!wordy || typed).then_some(if header || typed { 0.97 } else { 0.8 });
    }
    let no_longer_than = |limit| rows.iter().flatten().all(|field| words(field) <= limit);
    if typed && (header || no_longer_than(1)) {
        return Some(0.85);
    }
    (no_longer_than(3) && rows.len() >= 3 && rows[0].len() >= 3 && !typed).then_some(0.6)
}

/// `"Hello," she said`: a quotation, not a quoted field.
fn has_text_behind_quote(head: &str, delimiter: Delimiter) -> bool {
    let mut chars = head.chars().peekable();
    let mut at_start = true;
    while let Some(char) = chars.next() {
        if char == '"' && at_start {
            while let Some(inside) = chars.next() {
                if inside == '"' && chars.next_if_eq(&'"').is_none() {
                    break;
                }
            }
            while chars.next_if_eq(&' ').is_some() {}
            let ends = |next: &char| matches!(next, '\n' | '\r') || *next == delimiter.as_char();
            if chars.peek().is_some_and(|next| !ends(next)) {
                return true;
            }
        }
        at_start = char == delimiter.as_char() || matches!(char, '\n' | '\r') || at_start && char == ' ';
    }
    false
}

fn is_spaced(rows: &[Vec<String>]) -> bool {
    let behind = || rows.iter().flat_map(|row| row.iter().skip(1)).filter(|field| !field.is_empty());
    behind().filter(|field| field.starts_with(' ')).count() * 2 > behind().count()
}

/// Most lines end as sentences and lines of verse do, and nothing else speaks for data.
fn is_verse(rows: &[Vec<String>]) -> bool {
    let spaced = is_spaced(rows);
    let ending = rows.iter().filter(|row| {
        let last = row.last().map_or("", |field| field.trim());
        spaced && last.is_empty() || words(last) > 1 && last.ends_with(['.', '!', '?', ',', '…', '。'])
    });
    let mostly = ending.count() * 2 >= rows.len();
    mostly && (!is_header(&rows[0]) && rows[0].iter().all(|name| !name.is_empty()) || spaced && !has_typed_column(rows))
}

/// `Revenue 1,204` on every line: the comma stands inside a number.
fn are_thousands(rows: &[Vec<String>]) -> bool {
    rows.iter().all(|row| {
        row.windows(2).all(|pair| {
            pair[0].ends_with(|c: char| c.is_ascii_digit())
                && pair[1].len() >= 3
                && pair[1].bytes().take(3).all(|c| c.is_ascii_digit())
                && !pair[1][3..].starts_with(|c: char| c.is_ascii_digit())
        }) && !row[0].starts_with('0')
            && row[0].bytes().rev().take_while(u8::is_ascii_digit).count() <= 3
    })
}

/// Tabs that only indent leave the first field empty everywhere but on top.
fn is_indented(rows: &[Vec<String>]) -> bool {
    rows.iter().skip(1).all(|row| row[0].trim().is_empty())
}

/// `src/main.rs | 12 +++--`
fn is_diff_stat(rows: &[Vec<String>]) -> bool {
    rows.iter()
        .all(|row| row.len() == 2 && row[1].ends_with(['+', '-']) && row[1].starts_with(|c: char| c.is_ascii_digit()))
}

/// A column whose cells are all numbers, dates, addresses or flags, the first row aside, with at least one filled.
fn has_typed_column(rows: &[Vec<String>]) -> bool {
    (0..rows[0].len()).any(|column| {
        let mut cells = rows[1..].iter().map(|row| row[column].trim()).filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some() && cells.all(is_typed)
    })
}

/// Whether a row holds names for columns: all different, none empty, none a value.
pub(super) fn is_header(row: &[String]) -> bool {
    let mut seen = HashSet::new();
    row.len() > 1
        && row.iter().all(|name| {
            let name = name.trim();
            !name.is_empty() && name.len() <= 120 && words(name) <= 6 && !is_typed(name) && seen.insert(name)
        })
}

/// A cell that is a value and not a name: a number, an amount, a size, a date, a time, a flag, an address, a path.
fn is_typed(cell: &str) -> bool {
    let unit = |c: char| matches!(c, '%' | '€' | '$' | '£' | '¥' | '+' | '-' | '−' | ' ' | '\u{a0}' | '°');
    let digits = cell.trim_matches(unit).trim_end_matches(['K', 'M', 'G', 'T', 'B', 'i', 'k', ' ']);
    let numeric = digits.contains(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| {
            c.is_ascii_digit()
                || matches!(c, '.' | ',' | '-' | '/' | ':' | ' ' | '\u{a0}' | '+' | 'T' | 'Z' | 'e' | 'E')
        });
    numeric
        || matches!(cell.to_ascii_lowercase().as_str(), "true" | "false" | "yes" | "no" | "null")
        || cell.split_whitespace().next().is_some_and(is_url)
        || cell.starts_with(['/', '~'])
        || cell.starts_with("./")
        || cell
            .split_once('@')
            .is_some_and(|(user, host)| !user.is_empty() && host.contains('.') && !cell.contains(char::is_whitespace))
}

fn words(field: &str) -> usize {
    field.split_whitespace().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delimiter(text: &str) -> Option<Delimiter> {
        recognise(text, false).map(|(delimiter, _)| delimiter)
    }

    #[test]
    fn tables() {
        assert_eq!(delimiter("a,b\n1,2"), Some(Delimiter::Comma));
        assert_eq!(delimiter("1,5;2,5\n3,5;4,5"), Some(Delimiter::Semicolon));
        assert_eq!(delimiter("a | b\nc | d"), Some(Delimiter::Pipe));
        assert_eq!(delimiter("name, age\nAnn, 31"), Some(Delimiter::Comma));
        assert_eq!(delimiter("a\tb\n1\t2"), Some(Delimiter::Tab));
    }

    #[test]
    fn values_are_no_names() {
        let row = |cells: [&str; 2]| is_header(&cells.map(str::to_owned));
        assert!(row(["name", "Größe (cm)"]));
        for cells in [
            ["a", "a"],
            ["a", ""],
            ["a", "12"],
            ["4.0K", "src"],
            ["a", "./src"],
            ["origin", "https://a.example (fetch)"],
        ] {
            assert!(!row(cells), "{cells:?}");
        }
    }

    #[test]
    fn sentences_lists_and_numbers() {
        for text in [
            "one, two",
            "Paris, France\nOslo, Norway",
            "Revenue 1,000\nCost 2,000",
            "{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":4}",
            "- tea, milk\n- cake, cream",
            "first,\nsecond,\nthird,",
            "\"Hello,\" she said, \"are you there?\"\n\"Yes,\" he said, \"I am.\"",
        ] {
            assert_eq!(delimiter(text), None, "{text}");
        }
    }
}
