//! The body of an event stream (`text/event-stream`): each event's data is a message.

use super::lines::lines;
use super::scan::Source;
use super::transcript::{Collected, name_tools};
use super::{cut, message, role_of, text_message, whole};
use crate::json::{Shared, Span};
use crate::message::{Form, Message, Reading, Text};
use crate::oddity::{Oddities, OddityKind};
use crate::pointer::Pointer;

/// Reads a stream; `None` where the text is none. A text counts as a stream when it starts with a field of an
/// event and some data looks like JSON.
pub(super) fn read(text: &Shared) -> Option<Reading> {
    let first = lines(text).map(|line| line.of(text)).find(|line| !line.trim().is_empty())?;
    field(first)?;
    if !lines(text).any(|line| matches!(field(line.of(text)), Some(("data", value)) if value.starts_with(['{', '[']))) {
        return None;
    }
    let mut events = Events { messages: Vec::new(), oddities: Oddities::default(), unread: None };
    let mut data: Vec<Span> = Vec::new();
    for line in lines(text) {
        let content = line.of(text);
        match field(content) {
            Some(("data", value)) => data.push(Span { start: line.end - value.len(), end: line.end }),
            Some(_) => {}
            None if content.is_empty() => events.dispatch(text, &mut data),
            None => events.oddities.note(OddityKind::StreamLine, Pointer::root(), content),
        }
    }
    events.dispatch(text, &mut data);
    // The last message may not have arrived whole.
    if let Some(message) = events.unread.take().and_then(|(text, span)| cut::read(&text, span)) {
        events.oddities.take_back(OddityKind::StreamLine);
        events.messages.push(message);
    }
    if events.messages.is_empty() {
        events.messages.push(text_message(Text::part(text, Span { start: 0, end: text.len() })));
    }
    name_tools(&mut events.messages);
    Some(Reading { form: Form::EventStream, messages: events.messages, oddities: events.oddities.into_vec() })
}

/// The name and value of a field; a comment has an empty name.
fn field(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':').unwrap_or((line, ""));
    let value = value.strip_prefix(' ').unwrap_or(value);
    matches!(name, "data" | "event" | "id" | "retry" | "").then_some((name, value)).filter(|_| !line.is_empty())
}

/// What the events of a stream were found to hold.
struct Events {
    messages: Vec<Message>,
    oddities: Oddities,
    /// The data of the last event, where it could not be read.
    unread: Option<(Shared, Span)>,
}

impl Events {
    /// Reads the data of one event.
    fn dispatch(&mut self, text: &Shared, data: &mut Vec<Span>) {
        let lines = std::mem::take(data);
        let (text, span) = match *lines {
            [] => return,
            [line] => (Shared::clone(text), line),
            _ => {
                let joined: Vec<&str> = lines.iter().map(|line| line.of(text)).collect();
                let joined = joined.join("\n");
                let span = Span { start: 0, end: joined.len() };
                (Shared::new(joined), span)
            }
        };
        let mut collected = Collected::new(&text);
        collected.read(span, span.end);
        self.unread = None;
        if collected.messages.is_empty() {
            match whole(&text, span) {
                Ok((value, quirks)) => {
                    let source = Source { text: &text, quirks: &quirks };
                    self.messages.push(message::message(&value, &source, role_of(&value, &source)));
                }
                Err(_) if span.of(&text).trim().is_empty() => {}
                Err(_) => {
                    self.oddities.note(OddityKind::StreamLine, Pointer::root(), span.of(&text));
                    self.unread = Some((text, span));
                }
            }
            return;
        }
        self.messages.append(&mut collected.messages);
        // What stands beside a message in its event belongs to neither.
        for oddity in collected.oddities.into_vec() {
            self.oddities.note(OddityKind::TrailingData, Pointer::root(), &oddity.value);
        }
    }
}
