//! A transcript: messages one after the other, one a line or over several, with log lines between them.

use std::collections::HashMap;

use super::lines::lines;
use super::message::{Role, message, role_of};
use super::scan::{Source, Value};
use super::{cut, first_value, is_batch, lexical, text_message};
use crate::json::{Hole, Partial, Quirks, Raw, Shared, Span};
use crate::message::{Body, Direction, Form, Message, Reading, Text};
use crate::oddity::{Oddities, Oddity, OddityKind};
use crate::pointer::Pointer;
use crate::tool_name::LIST_TOOLS;

/// Reads a transcript; `None` where the text holds no message.
pub(super) fn read(text: &Shared) -> Option<Reading> {
    let mut collected = Collected::new(text);
    let mut done = 0;
    let mut last = None;
    for line in lines(text) {
        let start = line.start.max(done);
        if start < line.end {
            let rest = Span { start, end: line.end };
            done = collected.read(rest, text.len());
            last = Some(rest);
        }
    }
    // The last message may not have arrived whole.
    if let Some(message) = last.filter(|last| !collected.ended_at(last.end)).and_then(|last| cut::read(text, last)) {
        collected.oddities.take_back(OddityKind::LogLine);
        collected.messages.push(message);
    }
    if collected.messages.is_empty() {
        return None;
    }
    if let Some(at) = memchr::memmem::find(text.as_bytes(), b"\r\n") {
        let value = format!("lines end in CR LF, the first at byte {at}");
        collected.oddities.note(OddityKind::CarriageReturn, Pointer::root(), &value);
    }
    name_tools(&mut collected.messages);
    let oddities = collected.oddities.into_vec();
    Some(Reading { form: Form::Transcript, messages: collected.messages, oddities })
}

/// What a text was found to hold.
pub(super) struct Collected<'a> {
    text: &'a Shared,
    pub(super) messages: Vec<Message>,
    pub(super) oddities: Oddities,
    /// How much more may be read beyond the ends of lines: many false starts must not cost the square of the text.
    budget: usize,
    /// Where the last message ended.
    end: usize,
}

impl<'a> Collected<'a> {
    pub(super) fn new(text: &'a Shared) -> Self {
        Self { text, messages: Vec::new(), oddities: Oddities::default(), budget: text.len().saturating_mul(4), end: 0 }
    }

    /// Whether a message ended there or later.
    fn ended_at(&self, offset: usize) -> bool {
        !self.messages.is_empty() && self.end >= offset
    }

    /// Reads the messages that start in a line and end before `limit`; gives the offset behind what was read.
    pub(super) fn read(&mut self, line: Span, limit: usize) -> usize {
        let mut at = line.start;
        while at < line.end {
            let rest = Span { start: at, end: line.end };
            match self.next(rest, limit) {
                Found::Messages { found, start, end } => {
                    self.note_line(Span { start: at, end: start });
                    self.messages.extend(found);
                    self.end = end;
                    at = end;
                }
                Found::OtherJson { end } => {
                    self.note_line(rest);
                    return end.max(line.end);
                }
                Found::Nothing => {
                    self.note_line(rest);
                    return line.end;
                }
            }
        }
        at
    }

    /// Notes what stands between the messages, if it is more than blanks.
    fn note_line(&mut self, span: Span) {
        let line = span.of(self.text).trim();
        if !line.is_empty() {
            let words = recorded_words(line);
            self.oddities.push(Oddity::new(OddityKind::LogLine, Pointer::root(), words.as_deref().unwrap_or(line)));
        }
    }

    /// The first message that starts in a line. A logger may have put something before it.
    fn next(&mut self, line: Span, limit: usize) -> Found {
        let content = line.of(self.text);
        let start = content.len() - content.trim_start().len();
        let inner = content.find("\"jsonrpc\"").and_then(|key| content.get(..key)?.rfind('{'));
        let mut starts: Vec<usize> = [Some(start), content.find('{'), inner].into_iter().flatten().collect();
        starts.dedup();
        let mut other = None;
        for start in starts {
            let start = line.start + start;
            if !self.text.get(start..).is_some_and(|rest| rest.starts_with(['{', '['])) {
                continue;
            }
            let Some((value, quirks)) = self.value_at(start, line.end, limit) else { continue };
            let found = messages_of(self.text, &value, &quirks);
            let end = value.span.end;
            if !found.is_empty() {
                return Found::Messages { found, start, end };
            }
            other = other.or(Some(end));
        }
        other.map_or(Found::Nothing, |end| Found::OtherJson { end })
    }

    /// The value that starts there: on its line, or beyond it as long as the budget lasts.
    fn value_at(&mut self, start: usize, line_end: usize, limit: usize) -> Option<(Value, Quirks)> {
        match first_value(self.text, Span { start, end: line_end }) {
            Ok((value, quirks, _)) => return Some((value, quirks)),
            Err(syntax) if !syntax.truncated || self.budget == 0 || limit <= line_end => return None,
            Err(_) => {}
        }
        let found = first_value(self.text, Span { start, end: limit });
        let reached = found.as_ref().map_or_else(|syntax| syntax.at, |(value, ..)| value.span.end);
        self.budget = self.budget.saturating_sub(reached - start);
        found.ok().map(|(value, quirks, _)| (value, quirks))
    }
}

/// What a line starts with.
enum Found {
    Messages {
        found: Vec<Message>,
        start: usize,
        end: usize,
    },
    /// JSON that is no message.
    OtherJson {
        end: usize,
    },
    Nothing,
}

fn messages_of(text: &Shared, value: &Value, quirks: &Quirks) -> Vec<Message> {
    let source = Source { text, quirks };
    if is_batch(value, &source) {
        return super::from_value(value, &source).messages;
    }
    let read = |value: &Value, role| {
        let mut message = message(value, &source, role);
        message.oddities.extend(lexical(quirks, text, value.span.start));
        message
    };
    let role = role_of(value, &source);
    let is_envelope = value.fields().is_some_and(|fields| fields.has("responseType"));
    if role != Role::Payload || is_envelope {
        return vec![read(value, role)];
    }
    // A recording keeps each message beside its time and direction.
    let recorded = value.fields().and_then(|fields| Some((fields, fields.get("message")?)));
    if let Some((fields, inner)) = recorded
        && role_of(inner, &source) == Role::Message
    {
        let mut message = read(inner, Role::Message);
        let left = message.rest.as_ref().map(|rest| rest.holes().to_vec());
        let holes: Vec<Hole> = left.unwrap_or_else(|| fields.holes(&["message"]));
        message.rest = Some(Partial::without(source.raw(value), holes));
        message.direction = direction(value, &source);
        return vec![message];
    }
    let batch = recorded.map(|(_, inner)| inner.opened(text)).filter(|inner| is_batch(inner, &source));
    if let Some(batch) = batch {
        let mut messages = super::from_value(&batch, &source).messages;
        let direction = direction(value, &source);
        for message in &mut messages {
            message.direction = direction;
        }
        return messages;
    }
    recorded_text(value, &source).unwrap_or_default()
}

/// What a recording could keep only as text, because it is no JSON or not on one line.
fn recorded_text(value: &Value, source: &Source<'_>) -> Option<Vec<Message>> {
    let fields = value.fields()?;
    let says = |name: &str| fields.others.iter().any(|key| key.of(source.text) == name);
    let text = source.string(fields.get("text")?).filter(|_| says("direction") && says("time"))?;
    let text = Shared::new(text.into_owned());
    let mut messages = super::read_text(&text).messages;
    messages.retain(|message| !matches!(message.body, Body::Text(_) | Body::Payload(_)));
    let direction = direction(value, source);
    // What was sent and is no message asks for something too: how a server answers that is worth knowing.
    if messages.is_empty() && direction == Some(Direction::Sent) {
        messages.push(text_message(Text::part(&text, Span { start: 0, end: text.len() })));
    }
    for message in &mut messages {
        message.direction = direction;
        // What the message itself has beside its members counts more than when it came.
        if message.rest.is_none() {
            message.rest = Some(Partial::without(source.raw(value), fields.holes(&["text"])));
        }
    }
    Some(messages)
}

/// What a line of a recording keeps that is no message.
fn recorded_words(line: &str) -> Option<String> {
    let recorded = line.starts_with("{\"time\"").then(|| Raw::parse(line))??;
    recorded.get("direction")?;
    match recorded.get("text") {
        Some(text) => text.to_text().map(|text| text.trim().to_owned()),
        // A log line that is JSON is recorded as what it is.
        None => recorded.get("message").map(|line| line.as_str().to_owned()),
    }
}

/// Which way a recorded message went.
fn direction(value: &Value, source: &Source<'_>) -> Option<Direction> {
    let recorded = source.raw(value);
    let (_, named) = recorded.members().find(|(key, _)| key == "direction")?;
    [Direction::Sent, Direction::Received].into_iter().find(|direction| direction.name() == named.to_plain())
}

/// Gives each response the name of the tool that the request with the same id asked for.
pub(super) fn name_tools(messages: &mut [Message]) {
    let mut asked: HashMap<String, String> = HashMap::new();
    for message in messages {
        let Some(id) = message.id.as_ref().map(|id| id.as_str().to_owned()) else { continue };
        if let Body::Request { method, .. } = &message.body {
            // What the server asks has ids of its own.
            if message.direction == Some(Direction::Received) {
                continue;
            }
            let name = match method.as_str() {
                "tools/call" => message.called_tool(),
                "tools/list" => Some(LIST_TOOLS.to_owned()),
                other => Some(other.to_owned()),
            };
            asked.extend(name.map(|name| (id, name)));
        } else if message.direction != Some(Direction::Sent) {
            message.tool = asked.remove(&id);
        }
    }
}
