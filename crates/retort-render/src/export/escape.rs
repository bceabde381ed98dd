//! Text of servers inside Markdown of ours: it stays text, on one line, with nothing hidden in it.

use std::borrow::Cow;
use std::fmt::Write;

use retort_core::is_hidden;

use crate::safe::{harmless, told_apart};
use crate::view::Link;

/// Signs that mean something to Markdown wherever they stand.
const SIGNS: &[char] = &['\\', '`', '*', '_', '[', ']', '<', '>', '~', '|', '&', '$'];

/// A text on one line in which nothing is a mark.
pub(super) fn inline(text: &str) -> String {
    let safe = harmless(text.trim());
    let mut escaped = String::with_capacity(safe.len() + 8);
    let mut chars = safe.chars().peekable();
    let mut was_word = false;
    while let Some(char) = chars.next() {
        // An underscore inside a word marks nothing.
        let is_inside = char == '_' && was_word && chars.peek().is_some_and(|next| next.is_alphanumeric());
        if SIGNS.contains(&char) && !is_inside {
            escaped.push('\\');
        }
        escaped.push(char);
        was_word = char.is_alphanumeric();
    }
    escaped
}

/// A line of text in which nothing is a mark, where it begins a line.
pub(super) fn line(text: &str) -> String {
    let mut escaped = inline(text);
    let digits = escaped.bytes().take_while(u8::is_ascii_digit).count();
    let is_number = digits > 0 && escaped.get(digits..).is_some_and(|rest| rest.starts_with(['.', ')']));
    if is_number {
        escaped.insert(digits, '\\');
    } else if escaped.starts_with(['#', '+', '-', '=', ':']) {
        escaped.insert(0, '\\');
    }
    escaped
}

/// A text of several lines in which nothing is a mark: its lines and paragraphs stay.
pub(super) fn lines(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    let mut was_blank = true;
    for said in text.lines() {
        let is_blank = said.trim().is_empty();
        if !is_blank && !was_blank {
            escaped.push_str("\\\n");
        } else if is_blank && !was_blank {
            escaped.push_str("\n\n");
        }
        if !is_blank {
            escaped.push_str(&line(said));
        }
        was_blank = is_blank;
    }
    escaped.trim_end().to_owned()
}

/// The cell of a table: line ends are the only marks in it.
pub(super) fn cell(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(inline).collect();
    lines.join("<br>")
}

/// A link with a label, or the label and the address as text where it must not be followed.
pub(super) fn link(label: &str, link: &Link) -> String {
    let Some(target) = &link.target else {
        let address = inline(&link.address);
        return if label.trim() == link.address { address } else { format!("{} ({address})", inline(label)) };
    };
    let mut safe = String::with_capacity(target.len());
    for char in target.chars() {
        match char {
            '(' | ')' | '<' | '>' | '\\' | '|' | '`' | ' ' => {
                let _ = write!(safe, "%{:02X}", u32::from(char));
            }
            _ => safe.push(char),
        }
    }
    if label.trim() == safe { format!("<{safe}>") } else { format!("[{}]({safe})", inline(label)) }
}

/// Lines as they were sent, with whatever is hidden made visible.
pub(super) fn visible(text: &str) -> String {
    let mut lines = String::with_capacity(text.len() + 1);
    for line in text.lines() {
        lines.push_str(&seen(line));
        lines.push('\n');
    }
    lines
}

/// A text with whatever is hidden made visible. Tabs and line ends stay.
pub(super) fn seen(text: &str) -> Cow<'_, str> {
    const KEPT: [char; 3] = ['\n', '\r', '\t'];
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut seen = String::with_capacity(text.len() + 16);
    for piece in text.split_inclusive(KEPT) {
        let end = piece.trim_end_matches(KEPT).len();
        let (piece, kept) = piece.split_at(end);
        seen.push_str(&harmless(piece));
        seen.push_str(kept);
    }
    Cow::Owned(seen)
}

/// JSON with whatever is hidden in its strings written as JSON writes it.
pub(super) fn json(json: &str) -> Cow<'_, str> {
    if json.chars().all(|char| char == '\n' || !is_hidden(char)) {
        return Cow::Borrowed(json);
    }
    let mut seen = String::with_capacity(json.len() + 16);
    for (char, told) in told_apart(json) {
        if char == '\n' || !told {
            seen.push(char);
        } else {
            for unit in char.encode_utf16(&mut [0; 2]) {
                let _ = write!(seen, "\\u{unit:04x}");
            }
        }
    }
    Cow::Owned(seen)
}

/// Text between fences that nothing in it closes.
pub(super) fn fenced(text: &str, language: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    let language: String =
        language.chars().filter(|char| char.is_ascii_alphanumeric() || "+-#".contains(*char)).collect();
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}

/// Text on one line as code.
pub(super) fn code(text: &str) -> String {
    let text = harmless(text);
    let fence = "`".repeat(longest_run(&text) + 1);
    let blank = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// How many back-ticks stand in a row, at most.
fn longest_run(text: &str) -> usize {
    let (mut longest, mut run) = (0, 0);
    for byte in text.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}
