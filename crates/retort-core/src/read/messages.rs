//! Messages one at a time. A message that has been read takes many times the room of a short one's bytes, so a file with
//! millions of them is looked through once, and its messages are read again as they are asked for.

use super::open_requests::OpenRequests;
use super::walk::Walk;
use super::{decoded, note_request};
use crate::json::{Shared, Span};
use crate::message::{Form, Message, Reading, Text};
use crate::oddity::Oddity;

/// The messages that some bytes hold, as [`read`](crate::read) finds them, made one at a time: however many there are, the
/// room that they take is that of the bytes and of one message.
///
/// ```
/// use retort_core::Messages;
///
/// let lines = "{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {}}\n".repeat(1000);
/// let messages = Messages::of(lines);
/// assert_eq!((messages.count(), messages.count_responses()), (1000, 1000));
/// assert!(messages.responses().all(|message| message.oddities.is_empty()));
/// ```
#[derive(Debug)]
pub struct Messages {
    text: Shared,
    form: Form,
    count: usize,
    responses: usize,
    /// The only message.
    only: Option<Message>,
    /// What belongs to no message, or to the only response.
    around: Vec<Oddity>,
}

impl Messages {
    /// The messages of bytes in any form that [`read`](crate::read) takes.
    pub fn of(bytes: impl Into<Vec<u8>>) -> Self {
        let (text, mut oddities) = decoded(bytes.into());
        let text = Shared::new(text);
        let mut walk = Walk::of(&text);
        let form = walk.form();
        let (mut count, mut responses, mut only) = (0, 0, None);
        for message in walk.by_ref() {
            count += 1;
            responses += usize::from(message.is_response());
            only = (count == 1).then_some(message);
        }
        oddities.extend(walk.into_oddities());
        let mut messages = Self { text, form, count, responses, only: None, around: oddities.into_vec() };
        messages.only = only.map(|message| messages.finished(message, &mut OpenRequests::default()));
        messages
    }

    /// In which form the bytes came.
    pub fn form(&self) -> Form {
        self.form
    }

    /// How many messages there are. There is always one.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many of them answer something.
    pub fn count_responses(&self) -> usize {
        self.responses
    }

    /// Departures that belong to no message.
    pub fn oddities(&self) -> &[Oddity] {
        if self.responses == 1 { &[] } else { &self.around }
    }

    /// The messages, in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = Message> {
        let walk = self.only.is_none().then(|| Walk::of(&self.text));
        let mut asked = OpenRequests::default();
        let read = walk.into_iter().flatten().map(move |message| self.finished(message, &mut asked));
        self.only.iter().cloned().chain(read)
    }

    /// The messages that answer something. Where there is none, all messages, so that there is always something to show.
    pub fn responses(&self) -> impl Iterator<Item = Message> {
        self.iter().filter(|message| self.responses == 0 || message.is_response())
    }

    /// The message, where there is no other. Whoever takes it does not copy it; from then on it is read anew.
    pub fn take_only(&mut self) -> Option<Message> {
        self.only.take()
    }

    /// Those messages that `keep` wants, all at once; the others take no room.
    pub fn reading(&self, mut keep: impl FnMut(&Message) -> bool) -> Reading {
        let messages = self.iter().filter(|message| keep(message)).collect();
        Reading { form: self.form, messages, oddities: self.oddities().to_vec() }
    }

    /// The whole text, of which they are parts.
    pub(super) fn whole(&self) -> Text {
        Text::part(&self.text, Span { start: 0, end: self.text.len() })
    }

    /// A message with what others around it say of it.
    fn finished(&self, mut message: Message, asked: &mut OpenRequests) -> Message {
        asked.name(&mut message);
        note_request(&mut message, self.form);
        if self.responses == 1 && message.is_response() {
            message.oddities.splice(0..0, self.around.iter().cloned());
        }
        message
    }
}
