//! The body of an event stream (`text/event-stream`): each event's data is a message.

use super::lines::{line_at, lines};
use super::scan::Source;
use super::transcript::Transcript;
use super::{cut, message, role_of, text_message, whole};
use crate::json::{Shared, Span};
use crate::message::{Message, Text};
use crate::oddity::{Oddities, Oddity, OddityKind};
use crate::pointer::Pointer;

/// The name and value of a field; a comment has an empty name.
fn field(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':').unwrap_or((line, ""));
    let value = value.strip_prefix(' ').unwrap_or(value);
    matches!(name, "data" | "event" | "id" | "retry" | "").then_some((name, value)).filter(|_| !line.is_empty())
}

/// The events of a stream, and the messages that they hold.
pub(super) struct Events {
    text: Shared,
    /// Where the next line starts.
    next_line: usize,
    data: EventData,
    /// The event that is being read.
    event: Option<Event>,
    oddities: Oddities,
    /// The data of the last event, where it could not be read.
    unread: Option<(Shared, Span)>,
    found_any: bool,
    has_ended: bool,
}

/// The data of an event, as far as it has come.
#[derive(Default)]
enum EventData {
    #[default]
    None,
    Line(Span),
    /// Several lines are one text.
    Lines(String),
}

struct Event {
    text: Shared,
    span: Span,
    messages: Transcript,
}

impl Events {
    /// The events of a text; `None` where it is no stream. A text counts as one when it starts with a field of an event and
    /// some data looks like JSON.
    pub(super) fn of(text: &Shared) -> Option<Self> {
        let first = lines(text).map(|line| line.of(text)).find(|line| !line.trim().is_empty())?;
        field(first)?;
        let is_json =
            |line: Span| matches!(field(line.of(text)), Some(("data", value)) if value.starts_with(['{', '[']));
        lines(text).any(is_json).then(|| Self {
            text: Shared::clone(text),
            next_line: 0,
            data: EventData::None,
            event: None,
            oddities: Oddities::default(),
            unread: None,
            found_any: false,
            has_ended: false,
        })
    }

    /// What stood between the messages.
    pub(super) fn into_oddities(self) -> Vec<Oddity> {
        self.oddities.into_vec()
    }

    /// Reads lines up to the end of an event; says whether there was one.
    fn next_event(&mut self) -> bool {
        while let Some((line, next_line)) = line_at(&self.text, self.next_line) {
            self.next_line = next_line;
            let content = line.of(&self.text);
            match field(content) {
                Some(("data", value)) => {
                    let value = Span { start: line.end - value.len(), end: line.end };
                    self.data = std::mem::take(&mut self.data).and(value, &self.text);
                }
                Some(_) => {}
                None if content.is_empty() => {
                    if self.dispatch() {
                        return true;
                    }
                }
                None => self.oddities.note(OddityKind::StreamLine, Pointer::root(), content),
            }
        }
        self.dispatch()
    }

    /// Begins to read the data of an event; says whether there is any.
    fn dispatch(&mut self) -> bool {
        let (text, span) = match std::mem::take(&mut self.data) {
            EventData::None => return false,
            EventData::Line(line) => (Shared::clone(&self.text), line),
            EventData::Lines(joined) => {
                let span = Span { start: 0, end: joined.len() };
                (Shared::new(joined), span)
            }
        };
        self.unread = None;
        let messages = Transcript::of_line(&text, span);
        self.event = Some(Event { text, span, messages });
        true
    }

    /// What an event holds in which no message was found: JSON that is none, or something that cannot be read.
    fn other(&mut self, text: Shared, span: Span) -> Option<Message> {
        match whole(&text, span) {
            Ok((value, quirks)) => {
                let source = Source { text: &text, quirks: &quirks };
                return Some(message::message(&value, &source, role_of(&value, &source)));
            }
            Err(_) if span.of(&text).trim().is_empty() => {}
            Err(_) => {
                self.oddities.note(OddityKind::StreamLine, Pointer::root(), span.of(&text));
                self.unread = Some((text, span));
            }
        }
        None
    }

    /// What comes at the very end: the last message may not have arrived whole.
    fn last_message(&mut self) -> Option<Message> {
        if std::mem::replace(&mut self.has_ended, true) {
            return None;
        }
        let cut = self.unread.take().and_then(|(text, span)| cut::read(&text, span));
        if cut.is_some() {
            self.oddities.take_back(OddityKind::StreamLine);
            return cut;
        }
        let whole = Span { start: 0, end: self.text.len() };
        (!self.found_any).then(|| text_message(Text::part(&self.text, whole)))
    }
}

impl Iterator for Events {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        loop {
            if let Some(message) = self.event.as_mut().and_then(|event| event.messages.next()) {
                self.found_any = true;
                return Some(message);
            }
            match self.event.take() {
                // What stands beside a message in its event belongs to neither.
                Some(event) if event.messages.found_any() => {
                    for oddity in event.messages.into_oddities() {
                        self.oddities.note(OddityKind::TrailingData, Pointer::root(), &oddity.value);
                    }
                }
                Some(event) => {
                    if let Some(message) = self.other(event.text, event.span) {
                        self.found_any = true;
                        return Some(message);
                    }
                }
                None if self.next_event() => {}
                None => return self.last_message(),
            }
        }
    }
}

impl EventData {
    /// The data with one more line.
    fn and(self, line: Span, text: &str) -> Self {
        match self {
            Self::None => Self::Line(line),
            Self::Line(first) => Self::Lines(format!("{}\n{}", first.of(text), line.of(text))),
            Self::Lines(mut joined) => {
                joined.push('\n');
                joined.push_str(line.of(text));
                Self::Lines(joined)
            }
        }
    }
}
