//! Whatever form a text has, its messages come one after the other: what holds them is told apart once, and read as they are
//! asked for.

use super::list::{MessageList, is_list};
use super::scan::Source;
use super::stream::Events;
use super::transcript::Transcript;
use super::{broken_json, single, text_message, whole};
use crate::json::{Shared, Span};
use crate::message::{Form, Message, Text};
use crate::oddity::Oddity;
use crate::payload::Content;

/// The messages of a text, and what stands between them. There is always one.
#[expect(clippy::large_enum_variant, reason = "most texts hold one message, which then needs no room of its own")]
pub(super) enum Walk {
    One(Form, Option<Message>),
    List(Box<MessageList>),
    Events(Box<Events>),
    /// With its first message, which has been read to see whether there is one.
    Transcript(Box<Transcript>, Option<Box<Message>>),
}

impl Walk {
    pub(super) fn of(text: &Shared) -> Self {
        let span = Span { start: 0, end: text.len() };
        let syntax = match whole(text, span) {
            Ok((value, quirks)) => {
                let source = Source { text, quirks: &quirks };
                if !is_list(&value, &source) {
                    let (form, message) = single(&value, &source);
                    return Self::One(form, Some(message));
                }
                match MessageList::of(value, text, quirks) {
                    Some(list) => return Self::List(Box::new(list)),
                    None => return Self::One(Form::Payload, Some(text_message(Text::part(text, span)))),
                }
            }
            Err(syntax) => syntax,
        };
        if let Some(events) = Events::of(text) {
            return Self::Events(Box::new(events));
        }
        let mut transcript = Box::new(Transcript::new(text));
        if let Some(first) = transcript.next() {
            return Self::Transcript(transcript, Some(Box::new(first)));
        }
        let mut message = text_message(Text::part(text, span));
        // Lines that are each JSON are no JSON together, and nothing is wrong with them.
        let payload = message.payload();
        if !matches!(payload.content, Content::Json(_)) || payload.is_respelled() {
            message.oddities.extend(broken_json(text, syntax));
        }
        Self::One(Form::Payload, Some(message))
    }

    pub(super) fn form(&self) -> Form {
        match self {
            Self::One(form, _) => *form,
            Self::List(_) => Form::Batch,
            Self::Events(_) => Form::EventStream,
            Self::Transcript(..) => Form::Transcript,
        }
    }

    /// What belongs to no message. All messages must have been asked for.
    pub(super) fn into_oddities(self) -> Vec<Oddity> {
        match self {
            Self::One(..) => Vec::new(),
            Self::List(list) => list.into_oddities(),
            Self::Events(events) => events.into_oddities(),
            Self::Transcript(transcript, _) => transcript.into_oddities(),
        }
    }
}

impl Iterator for Walk {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        match self {
            Self::One(_, message) => message.take(),
            Self::List(list) => list.next(),
            Self::Events(events) => events.next(),
            Self::Transcript(transcript, first) => first.take().map(|first| *first).or_else(|| transcript.next()),
        }
    }
}
