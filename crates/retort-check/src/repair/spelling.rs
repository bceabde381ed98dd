//! The spelling of JSON: what the reader reads past, written as every parser takes it. Each place is an edit of its own, so
//! that everything between them keeps its bytes.

use std::ops::Range;

use retort_core::{Kind, Raw, Step};

use super::edits::{Edit, Edits, string};
use super::quoted::{Escape, LONE};

/// A departure that writing strictly takes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misspelling {
    NonFinite,
    TrailingComma,
    ControlCharacter,
    LoneSurrogate,
    InvalidEscape,
    Nul,
}

/// With more places than this, the value is written anew instead: a list of edits would be longer than the value.
const MOST_EDITS: usize = 10_000;

/// How often JSON is looked for in the lines of a text.
const MOST_LINES: usize = 100_000;

/// Mends all places of one kind in the message, or in the JSON inside one of its strings.
pub(super) fn mend(edits: &mut Edits, sent: &str, inside: Option<&str>, kind: Misspelling) {
    if let Some(pointer) = inside {
        return mend_inside(edits, pointer, kind);
    }
    let Range { start, end } = edits.range();
    if kind == Misspelling::Nul {
        edits.extend_around(nul_bytes(sent, 0..start));
    }
    let found = places(edits.root(), kind);
    edits.extend(found);
    if kind == Misspelling::Nul {
        edits.extend_around(nul_bytes(sent, end..sent.len()));
    }
}

/// The JSON that a string holds may be all of its text, or lines of it.
fn mend_inside(edits: &mut Edits, pointer: &str, kind: Misspelling) {
    if edits.change_inside(pointer, |json| places(json, kind)) {
        return;
    }
    let Some(value) = edits.get(pointer).filter(|value| value.kind() == Kind::String) else { return };
    let Some(text) = value.to_text() else { return };
    let inner = |json: &str| Raw::parse(json).filter(|raw| !raw.is_clean()).map(|raw| places(&raw, kind));
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split('\n').take(MOST_LINES) {
        let places = inner(line).into_iter().flatten();
        found.extend(places.map(|Edit { range, text }| Edit::new(start + range.start..start + range.end, text)));
        start += line.len() + 1;
    }
    if !found.is_empty() {
        edits.guess_unless_alone(pointer);
        edits.edit_inside(&value, &found);
    }
}

/// The edits that mend all places of one kind in a value, in order.
fn places(value: &Raw, kind: Misspelling) -> Vec<Edit> {
    let mut found = Vec::new();
    if value.is_clean() {
        return found;
    }
    let base = value.range().start;
    let text = value.as_str();
    let of = |range: &Range<usize>| text.get(range.start - base..range.end - base).unwrap_or_default();
    let mut behind = base;
    for step in value.walk() {
        let (token, closes) = match &step {
            Step::Key(range) | Step::Scalar(range) => (range.clone(), false),
            Step::Open(start) => (*start..start + 1, false),
            Step::Close(end) => (end - 1..*end, true),
            _ => continue,
        };
        let gap = behind..token.start.max(behind);
        match kind {
            Misspelling::TrailingComma if closes => {
                if let Some(at) = of(&gap).find(',') {
                    found.push(Edit::new(gap.start + at..gap.start + at + 1, ""));
                }
            }
            Misspelling::Nul => found.extend(nul_bytes_in(of(&gap), gap.start)),
            Misspelling::NonFinite => {
                let word = of(&token);
                if word.starts_with(['N', 'I']) || word.starts_with("-I") {
                    found.push(Edit::new(token.clone(), string(word)));
                }
            }
            _ => {
                let word = of(&token);
                if word.starts_with('"') {
                    in_string(word, token.start, kind, &mut found);
                }
            }
        }
        behind = token.end;
        if found.len() > MOST_EDITS {
            return vec![Edit::new(value.range(), value.to_json())];
        }
    }
    found
}

/// Takes NUL bytes out of a part of a text.
pub(super) fn nul_bytes(text: &str, part: Range<usize>) -> Vec<Edit> {
    nul_bytes_in(text.get(part.clone()).unwrap_or_default(), part.start).collect()
}

fn nul_bytes_in(gap: &str, start: usize) -> impl Iterator<Item = Edit> {
    memchr::memchr_iter(0, gap.as_bytes()).map(move |at| Edit::new(start + at..start + at + 1, ""))
}

/// What is misspelled inside a string.
fn in_string(quoted: &str, start: usize, kind: Misspelling, found: &mut Vec<Edit>) {
    let bytes = quoted.as_bytes();
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            0..0x20 => {
                if kind == Misspelling::ControlCharacter {
                    let escaped = string(quoted.get(at..=at).unwrap_or_default());
                    found.push(Edit::new(start + at..start + at + 1, escaped.trim_matches('"')));
                }
                at += 1;
            }
            b'\\' => {
                let length = match Escape::of(bytes.get(at..).unwrap_or_default()) {
                    Escape::Known(length, _) => length,
                    Escape::Lone => {
                        if kind == Misspelling::LoneSurrogate {
                            found.push(Edit::new(start + at..start + at + LONE.0, "\u{fffd}"));
                        }
                        LONE.0
                    }
                    // A backslash that escapes nothing stands for itself.
                    Escape::Unknown => {
                        if kind == Misspelling::InvalidEscape {
                            found.push(Edit::new(start + at..start + at + 1, "\\\\"));
                        }
                        1
                    }
                };
                at += length;
            }
            _ => at += 1,
        }
    }
}
