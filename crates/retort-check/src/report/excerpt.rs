//! The JSON around a place, on one line: what is marked stays, what is beside it is shortened. Everything in it is
//! safe to print.

use std::collections::VecDeque;
use std::ops::Range;

use retort_core::{Kind, Raw, printable};
use unicode_width::UnicodeWidthStr;

use crate::values::{Child, Values};

/// A line with a part that is marked.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub(super) before: String,
    pub(super) marked: String,
    pub(super) after: String,
}

/// What stands beside the place takes at most this many columns, each.
const BESIDE: usize = 24;
/// How many of those before and behind the place are looked at.
const NEIGHBOURS: usize = 6;
/// Deeper values are not opened.
const DEEPEST: usize = 4;
/// An ellipsis and the comma beside it.
const CUT: usize = 3;

/// How many columns a text takes.
pub(super) fn columns(text: &str) -> usize {
    text.width()
}

/// The excerpt for what a pointer names, or for the deepest value along it that is there.
pub(super) fn around(values: &mut Values, pointer: &str, part: Option<&Range<usize>>, width: usize) -> Option<Excerpt> {
    let path = values.along(pointer);
    let (marked, above) = path.split_last()?;
    if let (Some(part), Some(text)) = (part, marked.to_text().filter(|_| marked.kind() == Kind::String)) {
        return Some(around_part(&text, part, width));
    }
    match above.last() {
        Some(parent) => Some(inside(values, parent, marked, width)),
        None => Some(Excerpt { before: String::new(), marked: brief(marked, width, DEEPEST), after: String::new() }),
    }
}

/// The excerpt for a message that is no JSON.
pub(super) fn around_text(text: &str, part: Option<&Range<usize>>, width: usize) -> Excerpt {
    if let Some(part) = part {
        return around_part(text, part, width);
    }
    let start = safe(&text.chars().take(width + 1).collect::<String>());
    Excerpt { before: String::new(), marked: cut(&start, width), after: String::new() }
}

/// The excerpt for bytes of a text.
fn around_part(text: &str, part: &Range<usize>, width: usize) -> Excerpt {
    let start = text.floor_char_boundary(part.start);
    let end = text.ceil_char_boundary(part.end).max(start);
    let (left, rest) = text.split_at(start);
    let (middle, right) = rest.split_at(end - start);
    let marked = cut(&escaped(middle.chars().take(width)), width / 2);
    let room = width.saturating_sub(columns(&marked) + 4);
    // A third of what is left for what comes before; the rest for what follows.
    let mut before = VecDeque::new();
    let mut taken = 0;
    for char in left.chars().rev() {
        let shown = escaped([char]);
        taken += columns(&shown);
        if taken > room / 3 {
            before.push_front("…".to_owned());
            break;
        }
        before.push_front(shown);
    }
    let before: String = before.into_iter().collect();
    let room = (width.saturating_sub(columns(&marked) + columns(&before) + 2)).max(1);
    let after = cut(&escaped(right.chars().take(room + 1)), room);
    Excerpt { before: format!("\"{before}"), marked, after: format!("{after}\"") }
}

/// The excerpt for a child of an object or array.
fn inside(values: &mut Values, parent: &Raw, marked: &Raw, width: usize) -> Excerpt {
    let (open, close) = brackets(parent.kind());
    let children = values.children(parent);
    let at = children.position(marked.range().start);
    let root = values.root();
    let name_of = |child: &Child| {
        let key = child.key.clone().and_then(|key| root.part(key));
        key.and_then(|key| key.to_text().map(|key| label_of(&key))).unwrap_or_default()
    };
    let told = |index: usize| {
        let child = children.get(index)?;
        let value = root.part(child.value.clone()).map(|value| brief(&value, BESIDE, 1)).unwrap_or_default();
        Some(format!("{}{value}", name_of(&child)))
    };
    let (from, upto) = (at.saturating_sub(NEIGHBOURS), (at + 1 + NEIGHBOURS).min(children.len()));
    let mut before: VecDeque<String> = (from..at).filter_map(told).collect();
    let mut after: VecDeque<String> = (at + 1..upto).filter_map(told).collect();
    let (more_before, more_after) = (from > 0, upto < children.len());
    let label = children.get(at).map(|child| name_of(&child)).unwrap_or_default();
    let fixed = columns(&label) + 2 + 2 * CUT;
    // However long the value is, a neighbour or two stay in sight.
    let beside = if before.is_empty() && after.is_empty() { 0 } else { width / 4 };
    let value = brief(marked, width.saturating_sub(fixed + beside).max(8), DEEPEST);
    let mut space = width.saturating_sub(fixed + columns(&value));
    // The nearest first, by turns; the side that is cut says so.
    let (mut left, mut right): (VecDeque<String>, Vec<String>) = (VecDeque::new(), Vec::new());
    loop {
        let next = after.pop_front_if(|piece| columns(piece) + 2 <= space);
        space -= next.as_deref().map_or(0, |piece| columns(piece) + 2);
        let last = before.pop_back_if(|piece| columns(piece) + 2 <= space);
        space -= last.as_deref().map_or(0, |piece| columns(piece) + 2);
        if next.is_none() && last.is_none() {
            break;
        }
        right.extend(next);
        if let Some(piece) = last {
            left.push_front(piece);
        }
    }
    if more_before || !before.is_empty() {
        left.push_front("…".to_owned());
    }
    if more_after || !after.is_empty() {
        right.push("…".to_owned());
    }
    let left: String = left.iter().flat_map(|piece| [piece, ", "]).collect();
    let right: String = right.iter().flat_map(|piece| [", ", piece]).collect();
    Excerpt { before: format!("{open}{left}{label}"), marked: value, after: format!("{right}{close}") }
}

fn brackets(kind: Kind) -> (char, char) {
    if kind == Kind::Array { ('[', ']') } else { ('{', '}') }
}

/// The children of an object, with their keys, or of an array.
fn children(parent: &Raw) -> impl Iterator<Item = (Option<String>, Raw)> {
    let members = parent.members().map(|(key, value)| (Some(key.into_owned()), value));
    members.chain(parent.items().map(|item| (None, item)))
}

fn label_of(key: &str) -> String {
    format!("\"{}\": ", cut(&escaped(key.chars().take(BESIDE + 1)), BESIDE))
}

/// A value in at most `room` columns, or in three where that is less; opened down to `depth`.
fn brief(value: &Raw, room: usize, depth: usize) -> String {
    if !value.kind().is_container() {
        return brief_scalar(value, room);
    }
    let (open, close) = brackets(value.kind());
    let mut shown = String::from(open);
    for (index, (key, child)) in children(value).enumerate() {
        let comma = if index > 0 { ", " } else { "" };
        let name = key.as_deref().map(label_of).unwrap_or_default();
        let used = columns(&shown) + columns(comma) + columns(&name) + CUT + 1;
        let left = room.saturating_sub(used);
        if depth == 0 || left < 4 {
            shown.push_str(comma);
            shown.push('…');
            break;
        }
        shown.push_str(comma);
        shown.push_str(&name);
        shown.push_str(&brief(&child, left.min(BESIDE.max(room / 2)), depth - 1));
    }
    shown.push(close);
    shown
}

fn brief_scalar(value: &Raw, room: usize) -> String {
    let sent = value.as_str();
    let start: String = sent.chars().take(room + 1).collect();
    let shown = safe(&start);
    if start.len() == sent.len() && columns(&shown) <= room {
        return shown;
    }
    let quote = if value.kind() == Kind::String { "\"" } else { "" };
    format!("{}…{quote}", fitting(&shown, room.saturating_sub(1 + quote.len()).max(1)))
}

/// The beginning of a text that fits into so many columns.
fn fitting(text: &str, room: usize) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, char)| {
        used += columns(char.encode_utf8(&mut [0; 4]));
        used > room
    });
    end.and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// At most `room` columns of a text, with an ellipsis where it was longer.
pub(super) fn cut(text: &str, room: usize) -> String {
    if columns(text) <= room { text.to_owned() } else { format!("{}…", fitting(text, room.saturating_sub(1))) }
}

/// Text as it stands in JSON, safe to print.
fn escaped(text: impl IntoIterator<Item = char>) -> String {
    let mut out = String::new();
    for char in text {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            char => out.push_str(&printable(char.encode_utf8(&mut [0; 4]))),
        }
    }
    out
}

/// JSON as it was sent, safe to print: control characters that should have been escaped are.
fn safe(json: &str) -> String {
    printable(&json.replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t"))
}
