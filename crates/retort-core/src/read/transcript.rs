//! A transcript: messages one after the other, one a line or over several, with log lines between them. It is read one
//! message at a time, since a file may hold millions of them.

use super::lines::line_at;
use super::recorded::{HeldMessages, recorded_words};
use super::{cut, first_value};
use crate::json::{Quirks, Shared, Span};
use crate::message::Message;
use crate::oddity::{Oddities, Oddity, OddityKind};
use crate::pointer::Pointer;

use super::scan::Value;

/// How often its own length may be read in vain before false starts are no longer followed: many of them must not cost the
/// square of the text.
const VAIN_READINGS: usize = 8;

/// The messages of a text, and what stands between them.
pub(super) struct Transcript {
    text: Shared,
    /// Where the text ends, as far as it belongs to the transcript.
    limit: usize,
    /// Where the next line starts.
    next_line: usize,
    /// What is left of the line at hand.
    rest: Span,
    /// The last piece of a line that was read.
    last: Option<Span>,
    /// How far the text has been read, which may be beyond the line at hand.
    done: usize,
    /// Where the last message ended; `None` where there was none yet.
    end: Option<usize>,
    held: HeldMessages,
    oddities: Oddities,
    /// How many more bytes may be read in vain.
    budget: usize,
    /// Whether it is but a line, whose end says nothing about messages that were cut short.
    is_line: bool,
    has_ended: bool,
}

impl Transcript {
    /// The messages of a whole text.
    pub(super) fn new(text: &Shared) -> Self {
        let none = Span { start: 0, end: 0 };
        Self::within(text, none, text.len(), false)
    }

    /// The messages of one piece of a text, which counts as a line.
    pub(super) fn of_line(text: &Shared, line: Span) -> Self {
        Self { next_line: line.end, ..Self::within(text, line, line.end, true) }
    }

    fn within(text: &Shared, rest: Span, limit: usize, is_line: bool) -> Self {
        Self {
            text: Shared::clone(text),
            limit,
            next_line: 0,
            rest,
            last: None,
            done: 0,
            end: None,
            held: HeldMessages::Nothing,
            oddities: Oddities::default(),
            budget: (limit - rest.start).saturating_mul(VAIN_READINGS),
            is_line,
            has_ended: false,
        }
    }

    /// Whether any message was found so far.
    pub(super) fn found_any(&self) -> bool {
        self.end.is_some()
    }

    /// What stood between the messages.
    pub(super) fn into_oddities(self) -> Vec<Oddity> {
        self.oddities.into_vec()
    }

    /// Reads on to the next message or the end of the line; says whether there was anything to read.
    fn read_on(&mut self) -> bool {
        let rest = self.rest;
        if rest.start >= rest.end {
            let next = line_at(&self.text, self.next_line).filter(|_| self.next_line < self.limit);
            let Some((line, next_line)) = next else { return false };
            self.next_line = next_line;
            self.rest = Span { start: line.start.max(self.done), end: line.end };
            if self.rest.start < self.rest.end {
                self.last = Some(self.rest);
            }
            return true;
        }
        let (before, done) = match self.next_value(rest) {
            Next::Messages { held, start, end } => {
                self.held = held;
                self.end = Some(end);
                (Span { start: rest.start, end: start }, end)
            }
            Next::OtherJson { end } => (rest, end.max(rest.end)),
            Next::Nothing => (rest, rest.end),
        };
        self.note_line(before);
        self.done = done;
        self.rest.start = done;
        true
    }

    /// Notes what stands between the messages, if it is more than blanks.
    fn note_line(&mut self, span: Span) {
        let line = span.of(&self.text).trim();
        if !line.is_empty() {
            let words = recorded_words(line);
            self.oddities.push(Oddity::new(OddityKind::LogLine, Pointer::root(), words.as_deref().unwrap_or(line)));
        }
    }

    /// The first value with messages that starts in a line. A logger may have put something before it.
    fn next_value(&mut self, line: Span) -> Next {
        let text = Shared::clone(&self.text);
        let content = line.of(&text);
        let places: [fn(&str) -> Option<usize>; 3] = [|line| Some(first_sign(line)), first_brace, brace_before_jsonrpc];
        let mut tried = None;
        let mut other = None;
        for place in places {
            // Where enough was read in vain, only what the line starts with is looked at.
            if tried.is_some() && self.budget == 0 {
                break;
            }
            let Some(start) = place(content).filter(|start| tried != Some(*start)) else { continue };
            tried = Some(start);
            let start = line.start + start;
            if !text.get(start..).is_some_and(|rest| rest.starts_with(['{', '['])) {
                continue;
            }
            let Some((value, quirks)) = self.value_at(start, line.end) else { continue };
            let end = value.span.end;
            let held = HeldMessages::of(&text, value, quirks);
            if !held.is_nothing() {
                return Next::Messages { held, start, end };
            }
            other = other.or(Some(end));
        }
        other.map_or(Next::Nothing, |end| Next::OtherJson { end })
    }

    /// The value that starts there: on its line, or beyond it as long as the budget lasts.
    fn value_at(&mut self, start: usize, line_end: usize) -> Option<(Value, Quirks)> {
        match first_value(&self.text, Span { start, end: line_end }) {
            Ok((value, quirks, _)) => return Some((value, quirks)),
            Err(syntax) => {
                self.spend(syntax.at - start);
                if !syntax.truncated || self.budget == 0 || self.limit <= line_end {
                    return None;
                }
            }
        }
        match first_value(&self.text, Span { start, end: self.limit }) {
            Ok((value, quirks, _)) => {
                self.spend(value.span.end - start);
                Some((value, quirks))
            }
            Err(syntax) => {
                self.spend(syntax.at - start);
                None
            }
        }
    }

    fn spend(&mut self, bytes: usize) {
        self.budget = self.budget.saturating_sub(bytes);
    }

    /// What comes at the very end: the last message may not have arrived whole.
    fn last_message(&mut self) -> Option<Message> {
        if self.is_line || std::mem::replace(&mut self.has_ended, true) {
            return None;
        }
        let last = self.last.filter(|last| self.end.is_none_or(|end| end < last.end));
        let cut = last.and_then(|last| cut::read(&self.text, last));
        if cut.is_some() {
            self.oddities.take_back(OddityKind::LogLine);
            self.end = Some(self.limit);
        }
        if self.found_any()
            && let Some(at) = memchr::memmem::find(self.text.as_bytes(), b"\r\n")
        {
            let value = format!("lines end in CR LF, the first at byte {at}");
            self.oddities.note(OddityKind::CarriageReturn, Pointer::root(), &value);
        }
        cut
    }
}

impl Iterator for Transcript {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        loop {
            if let Some(message) = self.held.next() {
                return Some(message);
            }
            if !self.read_on() {
                return self.last_message();
            }
        }
    }
}

/// What a line starts with.
enum Next {
    Messages {
        held: HeldMessages,
        start: usize,
        end: usize,
    },
    /// JSON that is no message.
    OtherJson {
        end: usize,
    },
    Nothing,
}

/// Where a line starts to say something.
fn first_sign(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn first_brace(line: &str) -> Option<usize> {
    line.find('{')
}

/// Where the object starts that speaks JSON-RPC.
fn brace_before_jsonrpc(line: &str) -> Option<usize> {
    let key = line.find("\"jsonrpc\"")?;
    line.get(..key)?.rfind('{')
}
