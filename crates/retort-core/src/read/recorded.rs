//! What a recording keeps: each message beside its time and direction, and what is no message as text.

use super::list::{MessageList, is_batch};
use super::message::{Role, message, role_of};
use super::scan::{KnownFields, Source, Value};
use super::walk::Walk;
use super::{lexical, text_message};
use crate::json::{Hole, Partial, Quirks, Raw, Shared, Span};
use crate::message::{Body, Direction, Message, Text};

/// The messages that one value of a transcript holds, made one at a time.
#[derive(Default)]
pub(super) enum HeldMessages {
    #[default]
    Nothing,
    One(Box<Message>),
    List(Box<MessageList>),
    Text(Box<RecordedText>),
}

impl HeldMessages {
    /// The messages of a value; nothing where it holds none.
    pub(super) fn of(text: &Shared, value: Value, quirks: Quirks) -> Self {
        let source = Source { text, quirks: &quirks };
        if is_batch(&value, &source) {
            return MessageList::of(value, text, quirks).map_or(Self::Nothing, |list| Self::List(Box::new(list)));
        }
        let read = |value: &Value, role| {
            let mut message = message(value, &source, role);
            message.oddities.extend(lexical(&quirks, text, value.span.start));
            message
        };
        let role = role_of(&value, &source);
        let is_envelope = value.fields().is_some_and(|fields| fields.has("responseType"));
        if role != Role::Payload || is_envelope {
            return Self::One(Box::new(read(&value, role)));
        }
        let Some(fields) = value.fields() else { return Self::Nothing };
        let Some(inner) = fields.get("message") else { return Self::recorded_text(&value, fields, &source) };
        if role_of(inner, &source) == Role::Message {
            let mut message = read(inner, Role::Message);
            let left = message.rest.as_ref().map(|rest| rest.holes().to_vec());
            let holes: Vec<Hole> = left.unwrap_or_else(|| fields.holes(&["message"]));
            message.rest = Some(Partial::without(source.raw(&value), holes));
            message.direction = direction(&value, &source);
            return Self::One(Box::new(message));
        }
        let batch = inner.opened(text);
        if is_batch(&batch, &source) {
            let direction = direction(&value, &source);
            let Some(mut list) = MessageList::of(batch, text, quirks.clone()) else { return Self::Nothing };
            list.direction = direction;
            return Self::List(Box::new(list));
        }
        Self::recorded_text(&value, fields, &source)
    }

    fn recorded_text(value: &Value, fields: &KnownFields, source: &Source<'_>) -> Self {
        RecordedText::of(value, fields, source).map_or(Self::Nothing, |text| Self::Text(Box::new(text)))
    }

    pub(super) fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }
}

impl Iterator for HeldMessages {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        let next = match self {
            Self::Nothing => None,
            Self::One(_) => {
                let Self::One(message) = std::mem::take(self) else { return None };
                return Some(*message);
            }
            Self::List(list) => list.next(),
            Self::Text(text) => text.next(),
        };
        if next.is_none() {
            *self = Self::Nothing;
        }
        next
    }
}

/// What a recording could keep only as text, because it is no JSON or not on one line.
pub(super) struct RecordedText {
    /// The first message, which has been read to see whether there is one.
    first: Option<Message>,
    walk: Walk,
    /// What else the line of the recording says.
    beside: Partial,
    direction: Option<Direction>,
}

impl RecordedText {
    fn of(value: &Value, fields: &KnownFields, source: &Source<'_>) -> Option<Self> {
        let says = |name: &str| fields.others.iter().any(|key| key.of(source.text) == name);
        let text = source.string(fields.get("text")?).filter(|_| says("direction") && says("time"))?;
        let text = Shared::new(text.into_owned());
        let mut recorded = Self {
            first: None,
            walk: Walk::of(&text),
            beside: Partial::without(source.raw(value), fields.holes(&["text"])),
            direction: direction(value, source),
        };
        recorded.first = recorded.walk_on();
        // What was sent and is no message asks for something too: how a server answers that is worth knowing.
        if recorded.first.is_none() && recorded.direction == Some(Direction::Sent) {
            let sent = text_message(Text::part(&text, Span { start: 0, end: text.len() }));
            recorded.first = Some(recorded.placed(sent));
        }
        recorded.first.is_some().then_some(recorded)
    }

    fn walk_on(&mut self) -> Option<Message> {
        let message = self.walk.find(|message| !matches!(message.body, Body::Text(_) | Body::Payload(_)))?;
        Some(self.placed(message))
    }

    fn placed(&self, mut message: Message) -> Message {
        message.direction = self.direction;
        // What the message itself has beside its members counts more than when it came.
        message.rest.get_or_insert_with(|| self.beside.clone());
        message
    }
}

impl Iterator for RecordedText {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        self.first.take().or_else(|| self.walk_on())
    }
}

/// What a line of a recording keeps that is no message.
pub(super) fn recorded_words(line: &str) -> Option<String> {
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
