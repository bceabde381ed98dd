//! Rows as an HTML table: a text that is one table and nothing else holds rows, whatever their dress. What has cells over
//! several rows or columns, or anything to read beside the table, is a page.

use super::{list, push_object};
use crate::columns::may_repeat;
use crate::json::push_quoted;

/// Elements that may stand around the table and its rows, without a text of their own.
const AROUND: &[&str] = &["html", "head", "body", "div", "colgroup", "col", "meta"];
/// Elements that only dress the text of a cell.
const DRESS: &[&str] = &["b", "i", "u", "em", "strong", "span", "code", "small", "p", "br", "font", "div"];

/// The rows of a table as JSON, and how many there are: objects where a header names the cells, else arrays.
pub(super) fn rows(text: &str) -> Option<(u64, String)> {
    let table = Table::read(text)?;
    let mut rows = table.rows.into_iter();
    let header = if table.first_is_header { rows.next() } else { None };
    let width = header.as_ref().or(rows.as_slice().first())?.len();
    if width == 0 || rows.as_slice().iter().any(|row| row.len() != width) {
        return None;
    }
    // Every row repeats the names: where they would be most of what is written, it is a page.
    let repeated: usize = header.iter().flatten().map(String::len).sum();
    if !may_repeat(repeated, rows.as_slice().len(), text.len()) {
        return None;
    }
    let names = header.filter(|names| {
        let mut sorted: Vec<&String> = names.iter().collect();
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair.first() != pair.get(1))
    });
    // Names alone tell nothing, and a table of one row without any may be there for its looks.
    if names.is_none() && (table.first_is_header || rows.as_slice().len() < 2) {
        return None;
    }
    Some(list(rows, |row: Vec<String>, json| match &names {
        Some(names) => push_object(names.iter().map(String::as_str).zip(row.iter().map(String::as_str)), json),
        None => json.push_str(&list(row.iter().map(String::as_str), push_quoted).1),
    }))
}

#[derive(Default)]
struct Table {
    rows: Vec<Vec<String>>,
    first_is_header: bool,
}

impl Table {
    /// Reads a text tag by tag; none where it is anything but one table.
    fn read(text: &str) -> Option<Self> {
        let mut table = Self::default();
        let mut rest = text.trim();
        let (mut tables, mut open, mut cell) = (0, false, None::<Cell>);
        // Whether every cell of the first row is a name.
        let mut all_names = true;
        while !rest.is_empty() {
            let (words, behind) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
            match &mut cell {
                Some(cell) => cell.push(words),
                None if words.trim().is_empty() => {}
                None => return None,
            }
            if behind.is_empty() {
                break;
            }
            let (tag, after) = split_tag(behind.strip_prefix('<')?)?;
            rest = after;
            let name: String = tag
                .trim_start_matches('/')
                .chars()
                .take_while(char::is_ascii_alphanumeric)
                .map(|char| char.to_ascii_lowercase())
                .collect();
            match (name.as_str(), tag.starts_with('/')) {
                ("table", false) if tables == 0 => (tables, open) = (1, true),
                ("table", true) if open => {
                    table.end_cell(&mut cell);
                    open = false;
                }
                ("tr", false) if open => {
                    table.end_cell(&mut cell);
                    table.rows.push(Vec::new());
                }
                // Cells and rows need no end of their own.
                ("tr" | "td" | "th", true) | ("thead" | "tbody" | "tfoot", _) if open => table.end_cell(&mut cell),
                ("td" | "th", false) if open && !table.rows.is_empty() && !spans(tag) => {
                    table.end_cell(&mut cell);
                    all_names &= table.rows.len() > 1 || name == "th";
                    cell = Some(Cell::default());
                }
                ("pre", is_end) if cell.is_some() => cell.iter_mut().for_each(|cell| cell.in_pre = !is_end),
                ("br", false) | ("p" | "div", _) if cell.is_some() => cell.iter_mut().for_each(Cell::end_line),
                (name, _) if cell.is_some() && DRESS.contains(&name) => {}
                (name, _) if cell.is_none() && AROUND.contains(&name) => {}
                ("style", false) if cell.is_none() => rest = rest.split_once("</style>")?.1,
                ("", false) if cell.is_none() && tag.len() > 8 && is_doctype(tag) => {}
                _ => return None,
            }
        }
        table.first_is_header = all_names && table.rows.first().is_some_and(|row| !row.is_empty());
        (tables == 1 && !open).then_some(table)
    }

    fn end_cell(&mut self, cell: &mut Option<Cell>) {
        if let (Some(cell), Some(row)) = (cell.take(), self.rows.last_mut()) {
            row.push(unescaped(cell.text.trim_end().trim_start_matches('\n')));
        }
    }
}

/// The text of a cell, as a browser lays it out: blanks are one blank, and lines count where they are made.
#[derive(Default)]
struct Cell {
    text: String,
    in_pre: bool,
}

impl Cell {
    fn push(&mut self, words: &str) {
        if self.in_pre {
            self.text.push_str(words);
            return;
        }
        for (at, word) in words.split(|char: char| char.is_ascii_whitespace()).enumerate() {
            if at > 0 && !self.text.is_empty() && !self.text.ends_with([' ', '\n']) {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
    }

    /// Text that is laid out by whoever reads it goes on behind a blank.
    fn end_line(&mut self) {
        if self.in_pre {
            self.text.push('\n');
        } else {
            self.push(" ");
        }
    }
}

/// A tag and what follows it. A sign for its end may stand in the value of an attribute.
fn split_tag(text: &str) -> Option<(&str, &str)> {
    let (mut quote, mut last) = (None, b' ');
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(mark), byte) if byte == mark => quote = None,
            (None, b'"' | b'\'') if last == b'=' => quote = Some(byte),
            (None, b'>') => return Some((text.get(..at)?, text.get(at + 1..)?)),
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            last = byte;
        }
    }
    None
}

/// The attributes of a tag, each with its value.
fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_gap = |char: char| char.is_ascii_whitespace() || char == '/';
    let mut rest = tag.find(is_gap).and_then(|at| tag.get(at..)).unwrap_or_default();
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(is_gap);
        let end = rest.find(|char: char| is_gap(char) || char == '=').unwrap_or(rest.len());
        // Where nothing else is left, a lone sign stands where a name would.
        let end = if end == 0 { rest.chars().next()?.len_utf8() } else { end };
        let (name, behind) = rest.split_at_checked(end)?;
        let Some(value) = behind.trim_start().strip_prefix('=').map(str::trim_start) else {
            rest = behind;
            return Some((name, ""));
        };
        let quoted = ['"', '\''].into_iter().find_map(|mark| value.strip_prefix(mark)?.split_once(mark));
        let bare = || value.split_at(value.find(|char: char| char.is_ascii_whitespace()).unwrap_or(value.len()));
        let (value, behind) = quoted.unwrap_or_else(bare);
        rest = behind;
        Some((name, value))
    })
}

fn is_doctype(tag: &str) -> bool {
    tag.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("!doctype"))
}

/// Whether a cell reaches over others, as a browser reads it: what is no number is one, and no rows at all are all the rest.
fn spans(tag: &str) -> bool {
    attributes(tag).any(|(name, value)| {
        let value = value.trim_start_matches(|char: char| char.is_ascii_whitespace());
        let value = value.strip_prefix('+').unwrap_or(value);
        let end = value.find(|char: char| !char.is_ascii_digit()).unwrap_or(value.len());
        let digits = value.get(..end).unwrap_or_default();
        let is_many = !digits.trim_start_matches('0').is_empty() && digits.trim_start_matches('0') != "1";
        let is_rest = !digits.is_empty() && digits.bytes().all(|digit| digit == b'0');
        name.eq_ignore_ascii_case("colspan") && is_many || name.eq_ignore_ascii_case("rowspan") && (is_many || is_rest)
    })
}

/// A text with the characters that its references stand for; what is no reference stays as it is written.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).unwrap_or_default();
        // No further than a name can be: a text of nothing but `&` would be read again for each of them.
        let found = rest.bytes().take(11).position(|byte| byte == b';').and_then(|end| {
            let name = rest.get(1..end)?;
            Some((referred(name)?, end + 1))
        });
        let (char, length) = found.unwrap_or(('&', 1));
        out.push(char);
        rest = rest.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

fn referred(name: &str) -> Option<char> {
    let number = |digits: &str, radix| u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        _ => {
            let digits = name.strip_prefix('#')?;
            match digits.strip_prefix(['x', 'X']) {
                Some(hex) => number(hex, 16),
                None => number(digits, 10),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_alone_is_rows() {
        for (html, expected) in [
            (
                "<table><tr><th>id</th><th>n</th></tr><tr><td>1</td><td>A &amp; &#66;</td></tr></table>",
                r#"[{"id":"1","n":"A & B"}]"#,
            ),
            ("<table><tr><th>a</th><th>b</th></tr></table>", "[]"),
            (
                "<TABLE border=1>\n<THEAD><TR><TH>a\n<TBODY><TR><TD><b>1</b>\n<TR><TD>2<br>3</TABLE>\n",
                r#"[{"a":"1"},{"a":"2 3"}]"#,
            ),
            (
                "<div><style>x > y {}</style><table><tr><th></th><th>x</th></tr><tr><th>0</th><td>7</td></tr></table></div>",
                r#"[{"":"0","x":"7"}]"#,
            ),
            ("<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>", r#"[["1","2"],["3","4"]]"#),
            (
                "<table><tr><th colspan=\"1\">a</th></tr><tr><td>&lt;x&gt; &copy; &</td></tr></table>",
                r#"[{"a":"<x> &copy; &"}]"#,
            ),
            (
                "<table><tr><th>a<th>b<tr><td><pre>\n  one\n\ttwo<br>three\n</pre><td> x\n <b> y </b>z</table>",
                r#"[{"a":"  one\n\ttwo\nthree","b":"x y z"}]"#,
            ),
            (
                "<table class='a > b'><tr><th title=\"x > y\" data-colspan=2>a</th></tr><tr><td title='colspan=2' it's>1</td></tr></table>",
                r#"[{"a":"1"}]"#,
            ),
            (
                "<table><tr><th colspan=\"\">a</th><th colspan=x rowspan='1'>b</th></tr><tr><td colspan=0>1</td><td colspan = 01>2</td></tr></table>",
                r#"[{"a":"1","b":"2"}]"#,
            ),
        ] {
            assert_eq!(rows(html).map(|(_, json)| json).as_deref(), Some(expected), "{html}");
        }
    }

    #[test]
    fn a_page_with_a_table_is_a_page() {
        for html in [
            "<h1>Users</h1><table><tr><th>a</th></tr><tr><td>1</td></tr></table>",
            "<table><tr><th>a</th></tr><tr><td>1</td></tr></table> 1 row",
            "<table><tr><th>a</th></tr></table><table><tr><th>b</th></tr></table>",
            "<table><tr><th>a</th></tr><tr><td><table><tr><td>1</td></tr></table></td></tr></table>",
            "<table><tr><th colspan=2>a</th></tr><tr><td>1</td><td>2</td></tr></table>",
            "<table><tr><th>a</th></tr><tr><td title=\"1\" colspan=\"2\" id=1>1</td></tr></table>",
            "<table><tr><th>a</th></tr><tr><td colspan = '2px'>1</td></tr></table>",
            "<table><tr><th>a</th></tr><tr><td rowspan=0>1</td></tr></table>",
            "<table><tr><th>a</th></tr><tr><td title=\"x>1</td></tr></table>",
            "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td></tr></table>",
            "<table><tr><th>a</th><th>a</th></tr><tr><td>1</td><td>2</td></tr></table>",
            "<table><tr><td>logo</td><td>menu</td></tr></table>",
            "<table><tr><th>a</th></tr><tr><td><img src=x></td></tr></table>",
            "<table><tr><th>a</th></tr><tr><td><a href=x>1</a></td></tr></table>",
            "<table><caption>Users</caption><tr><th>a</th></tr></table>",
            "<table><tr><th>a</th></tr>",
            "<table>",
            "<p>x</p>",
            "<",
            "",
        ] {
            assert_eq!(rows(html), None, "{html}");
        }
    }
}
