//! Text of servers inside Markdown of ours: it stays text, on one line, with nothing hidden in it.

use std::borrow::Cow;
use std::fmt::Write;
use std::io;

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

/// Writes a text of several lines in which nothing is a mark: its lines and paragraphs stay.
pub(super) fn write_lines(text: &str, out: &mut dyn io::Write) -> io::Result<()> {
    let (mut is_first, mut was_blank) = (true, true);
    for said in text.lines() {
        if said.trim().is_empty() {
            was_blank = true;
            continue;
        }
        let between = if was_blank { "\n\n" } else { "\\\n" };
        if !std::mem::take(&mut is_first) {
            out.write_all(between.as_bytes())?;
        }
        was_blank = false;
        out.write_all(line(said).as_bytes())?;
    }
    Ok(())
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

/// Writes lines as they were sent, with whatever is hidden made visible.
pub(super) fn write_visible(text: &str, out: &mut dyn io::Write) -> io::Result<()> {
    for line in text.lines() {
        out.write_all(seen(line).as_bytes())?;
        out.write_all(b"\n")?;
    }
    Ok(())
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
    for (char, told) in told_apart(json.chars()) {
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

/// Writes lines between fences that nothing in `text` closes.
pub(super) fn write_fenced(
    text: &str,
    language: &str,
    out: &mut dyn io::Write,
    lines: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
) -> io::Result<()> {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    let language: String =
        language.chars().filter(|char| char.is_ascii_alphanumeric() || "+-#".contains(*char)).collect();
    writeln!(out, "{fence}{language}")?;
    lines(out)?;
    writeln!(out, "{fence}")
}

/// JSON that is written as it comes, with whatever is hidden in its strings written as JSON writes it.
pub(super) struct JsonInto<'a>(pub(super) &'a mut dyn io::Write);

impl io::Write for JsonInto<'_> {
    /// What is written are whole tokens, or pieces of them between two characters.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(json(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
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
