//! The messages of a JSON array, made one at a time: a batch, or the envelopes in several items of n8n. Each takes a
//! hundred times the room of its bytes, so that all of them at once are for whoever asks for all of them.

use super::lexical;
use super::message::{Role, message, role_of, speaks_the_protocol};
use super::scan::{Inside, Source, Value};
use crate::json::{Kind, Quirks, Shared};
use crate::message::{Direction, Message};
use crate::oddity::Oddity;
use crate::pointer::Pointer;

/// What an array of messages holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Messages,
    /// Objects with nothing but an envelope under `output`.
    Outputs,
}

/// The messages of an array.
pub(super) struct MessageList {
    text: Shared,
    quirks: Quirks,
    items: Vec<Value>,
    holds: Holds,
    lexical: Vec<Oddity>,
    next: usize,
    /// Which way a recording says that all of them went.
    pub(super) direction: Option<Direction>,
}

/// Whether a value is a batch of messages.
pub(super) fn is_batch(value: &Value, source: &Source<'_>) -> bool {
    let is_message =
        |first: &Value| role_of(first, source) == Role::Message && first.fields().is_some_and(speaks_the_protocol);
    value.kind == Kind::Array && value.items().first().is_some_and(is_message)
}

/// Whether a value is a list of anything that is read as messages.
pub(super) fn is_list(value: &Value, source: &Source<'_>) -> bool {
    holds(value, source).is_some()
}

fn holds(value: &Value, source: &Source<'_>) -> Option<Holds> {
    if is_batch(value, source) {
        return Some(Holds::Messages);
    }
    let is_outputs = value.kind == Kind::Array
        && value.items().len() > 1
        && value.items().iter().all(|item| output(item, source).is_some());
    is_outputs.then_some(Holds::Outputs)
}

/// The envelope in an item of n8n, under `output`.
fn output(item: &Value, source: &Source<'_>) -> Option<Value> {
    let item = item.opened(source.text);
    let output = item.fields().filter(|fields| fields.only(&["output"]))?.get("output")?.opened(source.text);
    let is_envelope = output.fields().is_some_and(|fields| fields.has("responseType") && fields.has("toolName"));
    is_envelope.then_some(output)
}

impl MessageList {
    /// The messages of a value that is a list of them.
    pub(super) fn of(value: Value, text: &Shared, quirks: Quirks) -> Option<Self> {
        let holds = holds(&value, &Source { text, quirks: &quirks })?;
        let lexical = lexical(&quirks, text, value.span.start);
        let Inside::Items(items) = value.inside else { return None };
        Some(Self { text: Shared::clone(text), quirks, items, holds, lexical, next: 0, direction: None })
    }

    /// What is odd about the array, and not about one of its messages.
    pub(super) fn into_oddities(self) -> Vec<Oddity> {
        match self.holds {
            Holds::Messages => self.lexical.into_iter().filter(|oddity| oddity.pointer.is_root()).collect(),
            Holds::Outputs => Vec::new(),
        }
    }
}

impl Iterator for MessageList {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        let index = self.next;
        let item = self.items.get(index)?;
        self.next += 1;
        let source = Source { text: &self.text, quirks: &self.quirks };
        let mut place = Pointer::root().index(index);
        let mut read = match self.holds {
            Holds::Messages => {
                let item = item.opened(&self.text);
                let mut read = message(&item, &source, role_of(&item, &source));
                for oddity in &mut read.oddities {
                    oddity.pointer = place.join(&oddity.pointer);
                }
                read
            }
            Holds::Outputs => {
                place.push_key("output");
                message(&output(item, &source)?, &source, Role::Payload)
            }
        };
        read.oddities.extend(self.lexical.iter().filter(|oddity| oddity.pointer.behind(&place).is_some()).cloned());
        read.batch = Some(index);
        read.direction = self.direction.or(read.direction);
        Some(read)
    }
}
