//! Prose and JSON in one text: `Found 3 users:` above the rows, in a fence or not, or a hint below them. The prose is short, it
//! stands before or behind the value and not around several, and a text that reports a failure is left alone.

use super::Document;
use super::python;
use super::unwrap::{Spelled, is_json_mark};
use crate::format::reports_error;
use crate::json::{Kind, Lexer, Shared, Span};
use crate::message::Text;

/// The longest prose before a value, and behind it, in bytes.
const LONGEST_PROSE: usize = 2048;
/// What code stands between.
const FENCE: &str = "```";
/// How many places are tried.
const MOST_TRIED: usize = 4;

/// The value among the prose of a text without blanks around it.
pub(super) fn split(text: &Text) -> Option<Spelled> {
    let whole = text.as_str();
    let tail = whole.as_bytes().get(whole.len().saturating_sub(LONGEST_PROSE)..)?;
    memchr::memchr2(b']', b'}', tail)?;
    let starts = starts(whole);
    let mut found = starts.into_iter().take(MOST_TRIED).filter_map(|start| value_at(text, start));
    found.next().or_else(|| in_fence(text)).filter(|_| !reports_error(whole))
}

/// The rows in the only fence of a text. One object may be an example in a document, and so may be what stands below a heading.
fn in_fence(text: &Text) -> Option<Spelled> {
    let whole = text.as_str();
    let head = whole.as_bytes().get(..(LONGEST_PROSE + FENCE.len()).min(whole.len()))?;
    let fence = memchr::memmem::find(head, FENCE.as_bytes())?;
    let before = whole.get(..fence)?;
    let (mark, inside) = whole.get(fence + FENCE.len()..)?.split_once('\n')?;
    let (inside, after) = inside.split_once(FENCE)?;
    let on_own_lines = before.is_empty() || before.trim_end_matches([' ', '\t']).ends_with('\n');
    let ends_line = after.is_empty() || after.starts_with(['\n', '\r']);
    let has_heading = |prose: &str| prose.lines().any(|line| line.trim_start().starts_with('#'));
    let is_document = after.len() > LONGEST_PROSE || has_heading(before) || has_heading(after);
    if !on_own_lines || !ends_line || is_document || !is_json_mark(mark) || !is_plain(before) || !is_plain(after) {
        return None;
    }
    let start = text.span.start + fence + FENCE.len() + mark.len() + 1;
    let start = start + (inside.len() - inside.trim_start().len());
    let span = Span { start, end: start + inside.trim().len() };
    let document = Document::within(&text.text, span).ok()?;
    let bytes = span.start - text.span.start..span.end - text.span.start;
    let found = Spelled { document, said: said(before, after), is_python: false, in_fence: true, bytes };
    (found.said.is_some() && found.is_plain_to_see()).then_some(found)
}

/// What is said around a value.
fn said(before: &str, after: &str) -> Option<String> {
    let said: Vec<&str> = [before.trim(), after.trim()].into_iter().filter(|prose| !prose.is_empty()).collect();
    (!said.is_empty()).then(|| said.join("\n"))
}

/// Whether prose is nothing but that: a second value, a fence or a link says that this is a document with values in it.
fn is_plain(prose: &str) -> bool {
    ![FENCE, "{\"", "[{", "[\"", "](", "{'", "[("].iter().any(|mark| prose.contains(mark))
}

/// Where a value may start: at the start of a line, or behind a colon.
fn starts(whole: &str) -> Vec<usize> {
    let head = whole.as_bytes().get(..LONGEST_PROSE.min(whole.len())).unwrap_or_default();
    let opens = memchr::memchr2_iter(b'[', b'{', head);
    let stands = |at: &usize| {
        let before = whole.get(..*at).unwrap_or_default().trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with(['\n', ':'])
    };
    opens.filter(stands).collect()
}

fn value_at(text: &Text, start: usize) -> Option<Spelled> {
    let whole = text.as_str();
    let (document, end, is_python) = json_at(text, start).or_else(|| python_at(whole, start))?;
    let before = whole.get(..start)?.trim();
    let after = whole.get(end..)?;
    let on_own_lines = start == 0 || whole.get(..start)?.trim_end_matches([' ', '\t']).ends_with('\n');
    let ends_line = after.is_empty() || after.starts_with(['\n', '\r']);
    let (own_line, rows) = (on_own_lines && ends_line, is_rows(&document));
    if !(own_line || rows && ends_line) || after.len() > LONGEST_PROSE || !is_plain(before) || !is_plain(after) {
        return None;
    }
    let said = said(before, after)?;
    Some(Spelled { document, said: Some(said), is_python, in_fence: false, bytes: start..end })
}

/// A footnote such as `[1]` is a list too, so numbers alone are none.
fn is_rows(document: &Document) -> bool {
    let list = document.outline.root.and_then(|list| document.outline.lists.get(list));
    list.is_some_and(|list| list.of_objects() || list.equal_width().is_some())
}

fn json_at(text: &Text, start: usize) -> Option<(Document, usize, bool)> {
    let start = text.span.start + start;
    let bounded = text.text.get(..text.span.end)?;
    let mut lexer = Lexer::at(bounded, start);
    let event = lexer.next().ok()??;
    lexer.finish(event).ok()?;
    let end = lexer.offset();
    // What follows must be prose, and short, before the value is worth a second look.
    if text.span.end - end > LONGEST_PROSE {
        return None;
    }
    let document = Document::within(&text.text, Span { start, end }).ok()?;
    let list = document.outline.root.and_then(|list| document.outline.lists.get(list));
    let is_footnote = list.is_some_and(|list| list.rows == 0 || list.kinds.only(Kind::Number));
    (!is_footnote).then(|| (document, end - text.span.start, false))
}

fn python_at(whole: &str, start: usize) -> Option<(Document, usize, bool)> {
    let (json, length) = python::literal(whole.get(start..)?)?;
    let span = Span { start: 0, end: json.len() };
    let document = Document::within(&Shared::new(json), span).ok()?;
    Some((document, start + length, true))
}
