//! Places: from a JSON pointer to the values along it, to the words for it, and to lines and columns of a file.

use std::fmt::Write;
use std::ops::Range;
use std::sync::OnceLock;

use retort_core::{Kind, Message, Pointer, Raw, printable};

use super::Checked;
use super::excerpt::{self, Excerpt};
use crate::finding::Finding;
use crate::lines::{Lines, Position};
use crate::sent::{Finder, value_of};
use crate::session::Session;
use crate::values::Values;

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

/// A place in a file; an end is behind the last character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) start: Position,
    pub(super) end: Position,
    pub(super) bytes: Range<usize>,
}

/// A file, and what is known of it once it was gone through.
#[derive(Debug)]
pub(super) struct File {
    pub(super) bytes: Vec<u8>,
    /// Where each message starts.
    starts: OnceLock<Vec<Option<usize>>>,
    lines: OnceLock<Lines>,
}

impl File {
    pub(super) fn of(bytes: Vec<u8>) -> Self {
        Self { bytes, starts: OnceLock::new(), lines: OnceLock::new() }
    }

    /// Where a message starts, where it can be found.
    fn start_of(&self, session: &Session, at: usize) -> Option<usize> {
        let starts = self.starts.get_or_init(|| {
            let mut finder = Finder::of(&self.bytes);
            session.messages.iter().map(|message| finder.next(&message.sent)).collect()
        });
        starts.get(at).copied().flatten()
    }

    fn position(&self, offset: usize) -> Position {
        self.lines.get_or_init(|| Lines::of(&self.bytes)).position(&self.bytes, offset)
    }
}

/// The message that was looked at last.
struct Open {
    at: usize,
    /// What is in it; `None` where it is no JSON.
    values: Option<Values>,
    /// Where its text begins in the one that its values are parts of.
    base: usize,
    /// The text in it that was looked at last, and what is in the JSON in that.
    inner: Option<(String, Option<Values>)>,
}

/// Finds the places of findings in one source. What was read for one finding serves the next in the same message.
pub(super) struct Places<'a> {
    source: &'a Checked,
    open: Option<Open>,
}

impl<'a> Places<'a> {
    pub(super) fn of(source: &'a Checked) -> Self {
        Self { source, open: None }
    }

    fn message(&self, finding: &Finding) -> Option<&'a Message> {
        self.source.session.messages.get(finding.at?)
    }

    /// The message that a finding is in.
    fn open(&mut self, finding: &Finding) -> Option<&mut Open> {
        let at = finding.at?;
        if self.open.as_ref().is_none_or(|open| open.at != at) {
            let value = self.message(finding).and_then(value_of);
            let base = value.as_ref().map_or(0, |(_, base)| *base);
            let values = value.map(|(value, _)| Values::of(value));
            self.open = Some(Open { at, values, base, inner: None });
        }
        self.open.as_mut()
    }

    /// What stands around the place of a finding, in a line of this width; for a place in JSON inside a text, in that JSON.
    pub(super) fn excerpt(&mut self, finding: &Finding, width: usize) -> Option<Excerpt> {
        let part = finding.part.as_ref();
        let sent = self.message(finding)?.sent.as_str();
        let open = self.open(finding)?;
        let Some(values) = open.values.as_mut() else { return Some(excerpt::around_text(sent, part, width)) };
        if let Some(within) = &finding.within {
            if open.inner.as_ref().is_none_or(|(pointer, _)| *pointer != finding.pointer) {
                let text = values.along(&finding.pointer).pop();
                let inner = text.and_then(|text| inner_json(&text.to_text()?)).map(Values::of);
                open.inner = Some((finding.pointer.clone(), inner));
            }
            if let Some(inner) = open.inner.as_mut().and_then(|(_, inner)| inner.as_mut()) {
                return excerpt::around(inner, within, part, width);
            }
        }
        excerpt::around(values, &finding.pointer, part, width)
    }

    /// The place of a finding in the file, where it can be found there.
    pub(super) fn region(&mut self, finding: &Finding) -> Option<Region> {
        let file = self.source.file.as_ref()?;
        let start = file.start_of(&self.source.session, finding.at?)?;
        let whole = self.message(finding)?.sent.as_str().len();
        let open = self.open(finding)?;
        let value = open.values.as_mut().and_then(|values| values.along(&finding.pointer).pop());
        let bytes = value.map_or(0..whole, |value| value.range().start - open.base..value.range().end - open.base);
        let bytes = start + bytes.start..start + bytes.end;
        Some(Region { start: file.position(bytes.start), end: file.position(bytes.end), bytes })
    }
}
