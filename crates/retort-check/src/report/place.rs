//! Places: from a JSON pointer to the values along it, to the words for it, and to lines and columns of a file.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

use memchr::{memchr_iter, memmem};
use retort_core::{Kind, Pointer, Raw, printable};

use super::Checked;
use crate::finding::Finding;

/// The way from a value to one inside it. The next pointer starts from where it parts with the last one, because
/// findings that follow each other are mostly near each other.
#[derive(Debug)]
struct Trail {
    steps: Vec<String>,
    /// The value at the start, and the one behind each step.
    values: Vec<Raw>,
}

impl Trail {
    fn from(root: Raw) -> Self {
        Self { steps: Vec::new(), values: vec![root] }
    }

    /// The values along a pointer, down to the deepest that is there.
    fn to(&mut self, pointer: &str) -> &[Raw] {
        let wanted: Vec<String> = Pointer::steps_of(pointer).map(Cow::into_owned).collect();
        let shared = self.steps.iter().zip(&wanted).take_while(|(had, wanted)| had == wanted).count();
        self.steps.truncate(shared);
        self.values.truncate(shared + 1);
        for step in wanted.into_iter().skip(shared) {
            let next = self.values.last().and_then(|value| match value.kind() {
                Kind::Object => value.get(&step),
                Kind::Array => value.items().nth(step.parse().ok()?),
                _ => None,
            });
            let Some(next) = next else { break };
            self.steps.push(step);
            self.values.push(next);
        }
        &self.values
    }
}

/// The values along a pointer, from `root` to the deepest that is there.
#[cfg(test)]
pub(super) fn follow(root: Raw, pointer: &str) -> Vec<Raw> {
    Trail::from(root).to(pointer).to_vec()
}

/// How often a text is unwrapped on the way to the JSON in it.
const MOST_LAYERS: usize = 4;

/// The JSON that a text holds, also in a fence or encoded more than once.
pub(super) fn inner_json(text: &str) -> Option<Raw> {
    let mut text = text.to_owned();
    for _ in 0..MOST_LAYERS {
        let bare = text.trim().trim_start_matches('\u{feff}');
        let fenced = bare.strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
        let bare = fenced.and_then(|rest| rest.split_once('\n')).map_or(bare, |(_, body)| body);
        let raw = Raw::parse(bare)?;
        text = match raw.to_text() {
            Some(layer) if raw.kind() == Kind::String => layer.into_owned(),
            _ => return Some(raw),
        };
    }
    None
}

/// Where a finding is, as a person would write it: `result.content[0].text → rows[3].id`.
pub(super) fn breadcrumb(finding: &Finding) -> String {
    let mut crumb = path_words(&finding.pointer);
    if let Some(within) = &finding.within {
        if crumb.is_empty() {
            crumb.push_str("its text");
        }
        let inner = path_words(within);
        crumb.push_str(" → ");
        crumb.push_str(if inner.is_empty() { "its JSON" } else { &inner });
    }
    crumb
}

fn path_words(pointer: &str) -> String {
    const LONGEST_KEY: usize = 40;
    let mut words = String::new();
    for step in Pointer::steps_of(pointer) {
        let is_word = step.starts_with(|first: char| first.is_alphabetic() || first == '_' || first == '$')
            && step.chars().all(|char| char.is_alphanumeric() || matches!(char, '_' | '$' | '-'))
            && step.chars().nth(LONGEST_KEY).is_none();
        if is_word {
            if !words.is_empty() {
                words.push('.');
            }
            words.push_str(&step);
        } else if !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit()) {
            let _ = write!(words, "[{step}]");
        } else {
            let mut key: String = step.chars().take(LONGEST_KEY).collect();
            if key.len() < step.len() {
                key.push('…');
            }
            let _ = write!(words, "[{}]", printable(Raw::string(&key).as_str()));
        }
    }
    words
}

/// A place in a file. Lines and columns count from 1, columns in code points; an end is behind the last character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) start: Position,
    pub(super) end: Position,
    pub(super) bytes: Range<usize>,
}

/// A line and a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// The message that was looked at last.
struct Open {
    at: usize,
    /// The way into it; `None` where it is no JSON.
    trail: Option<Trail>,
    /// The text in it that was looked at last, and the way into the JSON in that.
    inner: Option<(String, Option<Trail>)>,
}

/// Finds the places of findings in one source. What was read for one finding serves the next in the same message.
pub(super) struct Places<'a> {
    source: &'a Checked,
    /// Where each message starts in the file.
    starts: Vec<Option<usize>>,
    /// Where the lines of the file end.
    line_ends: Vec<usize>,
    open: Option<Open>,
}

impl<'a> Places<'a> {
    pub(super) fn of(source: &'a Checked) -> Self {
        let (mut starts, mut line_ends) = (Vec::new(), Vec::new());
        if let Some(file) = source.file.as_deref().filter(|_| !source.findings.is_empty()) {
            line_ends = memchr_iter(b'\n', file).collect();
            let mut from = 0;
            for message in &source.session.messages {
                let sent = message.sent.as_str().as_bytes();
                let found = file.get(from..).and_then(|rest| memmem::find(rest, sent)).map(|at| from + at);
                if let Some(at) = found {
                    from = at + sent.len();
                }
                starts.push(found);
            }
        }
        Self { source, starts, line_ends, open: None }
    }

    /// The text of the message that a finding is in.
    pub(super) fn sent(&self, finding: &Finding) -> Option<&'a str> {
        Some(self.source.session.messages.get(finding.at?)?.sent.as_str())
    }

    /// The message that a finding is in.
    fn open(&mut self, finding: &Finding) -> Option<&mut Open> {
        let at = finding.at?;
        if self.open.as_ref().is_none_or(|open| open.at != at) {
            let trail = self.sent(finding).and_then(Raw::parse).map(Trail::from);
            self.open = Some(Open { at, trail, inner: None });
        }
        self.open.as_mut()
    }

    /// The values from the message to the place; for a place in JSON inside a text, those inside the text.
    pub(super) fn path(&mut self, finding: &Finding) -> Option<Vec<Raw>> {
        let open = self.open(finding)?;
        let path = open.trail.as_mut()?.to(&finding.pointer);
        let Some(within) = &finding.within else { return Some(path.to_vec()) };
        if open.inner.as_ref().is_none_or(|(pointer, _)| *pointer != finding.pointer) {
            let text = path.last().and_then(Raw::to_text);
            let trail = text.and_then(|text| inner_json(&text)).map(Trail::from);
            open.inner = Some((finding.pointer.clone(), trail));
        }
        match open.inner.as_mut().and_then(|(_, trail)| trail.as_mut()) {
            Some(inner) => Some(inner.to(within).to_vec()),
            None => Some(path.to_vec()),
        }
    }

    /// The place of a finding in the file, where it can be found there.
    pub(super) fn region(&mut self, finding: &Finding) -> Option<Region> {
        let start = (*self.starts.get(finding.at?)?)?;
        let whole = 0..self.sent(finding)?.len();
        let trail = self.open(finding)?.trail.as_mut();
        let bytes = trail.and_then(|trail| trail.to(&finding.pointer).last().map(Raw::range)).unwrap_or(whole);
        let bytes = start + bytes.start..start + bytes.end;
        Some(Region { start: self.position(bytes.start), end: self.position(bytes.end), bytes })
    }

    fn position(&self, offset: usize) -> Position {
        let line = self.line_ends.partition_point(|end| *end < offset);
        let start = line.checked_sub(1).and_then(|before| self.line_ends.get(before)).map_or(0, |end| end + 1);
        let before = self.source.file.as_deref().and_then(|file| file.get(start..offset)).unwrap_or_default();
        // Every code point has one byte that does not continue another.
        let column = before.iter().filter(|byte| **byte & 0xC0 != 0x80).count() + 1;
        Position { line: line + 1, column }
    }
}
