//! The body of an event stream (`text/event-stream`): each event's data is a message.

use super::lines::lines;
use super::scan::Source;
use super::{first_value, lexical, message, role_of, text_message};
use crate::json::{Shared, Span};
use crate::message::{Form, Message, Reading, Text};
use crate::oddity::{Oddity, OddityKind};

/// Reads a stream; `None` where the text is none. A text counts as a stream when it starts with a field of an
/// event and some data looks like JSON.
pub(super) fn read(text: &Shared) -> Option<Reading> {
    let first = lines(text).map(|line| line.of(text)).find(|line| !line.trim().is_empty())?;
    field(first)?;
    if !lines(text).any(|line| matches!(field(line.of(text)), Some(("data", value)) if value.starts_with(['{', '[']))) {
        return None;
    }
    let mut reading = Reading { form: Form::EventStream, messages: Vec::new(), oddities: Vec::new() };
    let mut data: Vec<Span> = Vec::new();
    for line in lines(text) {
        let content = line.of(text);
        match field(content) {
            Some(("data", value)) => data.push(Span { start: line.end - value.len(), end: line.end }),
            Some(_) => {}
            None if content.is_empty() => dispatch(text, &mut data, &mut reading),
            None => reading.oddities.push(Oddity::new(OddityKind::StreamLine, "", content)),
        }
    }
    dispatch(text, &mut data, &mut reading);
    if reading.messages.is_empty() {
        reading.messages.push(text_message(Text::part(text, Span { start: 0, end: text.len() })));
    }
    super::transcript::name_tools(&mut reading.messages);
    Some(reading)
}

/// The name and value of a field; a comment has an empty name.
fn field(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':').unwrap_or((line, ""));
    let value = value.strip_prefix(' ').unwrap_or(value);
    matches!(name, "data" | "event" | "id" | "retry" | "").then_some((name, value)).filter(|_| !line.is_empty())
}

/// Makes a message of the data of one event.
fn dispatch(text: &Shared, data: &mut Vec<Span>, reading: &mut Reading) {
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
    match json_message(&text, span) {
        Some(message) => reading.messages.push(message),
        None if span.of(&text).trim().is_empty() => {}
        None => reading.oddities.push(Oddity::new(OddityKind::StreamLine, "", span.of(&text))),
    }
}

fn json_message(text: &Shared, span: Span) -> Option<Message> {
    let (value, quirks, end) = first_value(text, span).ok()?;
    let source = Source { text, quirks: &quirks };
    let mut message = message::message(&value, &source, role_of(&value, &source));
    message.oddities.extend(lexical(&quirks, text, span.start, ""));
    if end < span.end {
        let trailing = Span { start: end, end: span.end };
        message.oddities.push(Oddity::new(OddityKind::TrailingData, "", trailing.of(text)));
    }
    Some(message)
}
