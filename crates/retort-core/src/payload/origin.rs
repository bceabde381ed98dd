//! Where a payload came from: which part of the message carries it, and which bytes of that. Whoever repairs a payload, cuts it
//! or marks a place in it needs exactly this, and nobody but the reader can know it.

use std::ops::Range;

use crate::message::Text;
use crate::pointer::Pointer;

/// What of a message carries a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Carrier {
    /// The message as a whole: bare JSON or text, or a request.
    Message,
    /// The error of a JSON-RPC response.
    Error,
    /// The result as a whole, where a bare payload or members of other names stand in place of a content.
    Result,
    /// The block at this place of the content.
    Block(usize),
    /// Several blocks together.
    Blocks,
    /// `structuredContent`.
    Structured,
}

/// Where a payload came from.
///
/// ```
/// let sent = r#"{"content": [{"type": "text", "text": "Two users:\n[{\"id\": 1}, {\"id\": 2}]"}]}"#;
/// let message = retort_core::read(sent).into_first();
/// let payload = message.payload();
/// let origin = &payload.origin;
/// assert_eq!(origin.pointer, "/content/0/text");
/// assert_eq!(origin.bytes, Some(11..33));
///
/// // The id of the second user: which text has it, and where in the JSON of that text it is.
/// let place = origin.place(&"/1/id".parse().unwrap());
/// assert_eq!((place.pointer, place.within), ("/content/0/text".parse().unwrap(), "/1/id".parse().ok()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// What of the message carries it.
    pub carrier: Carrier,
    /// The JSON pointer to the value in the message that holds it: to the text of a block, to `structuredContent`, to the
    /// content where several blocks make it. It starts at the message, also in a batch.
    pub pointer: Pointer,
    /// Where that value is a text that holds JSON: the JSON pointer inside it, to the payload.
    pub within: Option<Pointer>,
    /// Where that value is a text: which bytes of it, unescaped, stand for the payload.
    pub bytes: Option<Range<usize>>,
    /// Whether the payload is there as it stands, in these bytes or as the value itself. It is not where it was spelled in
    /// another way, encoded once more, or put together.
    pub is_verbatim: bool,
    /// Where its items came from, each for itself, where it is a list that was made of several blocks.
    pub parts: Vec<Origin>,
}

/// A place in a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The JSON pointer to it in the message.
    pub pointer: Pointer,
    /// Where that is a text that holds JSON: the JSON pointer inside it.
    pub within: Option<Pointer>,
}

/// What was found of a text that carries a payload.
pub(super) struct Found {
    /// The bytes that stand for it.
    pub(super) bytes: Range<usize>,
    pub(super) is_verbatim: bool,
    /// The way from the JSON there to the payload inside it; none where the text itself is the payload.
    pub(super) inside: Option<Pointer>,
}

impl Found {
    /// The text itself.
    pub(super) fn whole(text: &Text) -> Self {
        Self { bytes: 0..text.as_str().len(), is_verbatim: true, inside: None }
    }
}

impl Origin {
    /// The value at a pointer is the payload.
    pub(super) fn value(carrier: Carrier, pointer: Pointer) -> Self {
        Self { carrier, pointer, within: None, bytes: None, is_verbatim: true, parts: Vec::new() }
    }

    /// The text at a pointer holds the payload.
    pub(super) fn text(carrier: Carrier, pointer: Pointer, found: Found) -> Self {
        let Found { bytes, is_verbatim, inside } = found;
        Self { carrier, pointer, within: inside, bytes: Some(bytes), is_verbatim, parts: Vec::new() }
    }

    /// Several blocks of the content at a pointer are the payload together.
    pub(super) fn several(pointer: Pointer, parts: Vec<Self>) -> Self {
        Self { carrier: Carrier::Blocks, pointer, within: None, bytes: None, is_verbatim: false, parts }
    }

    /// The same of a payload that is further inside what it was taken for.
    pub(super) fn inside(mut self, path: Option<&Pointer>) -> Self {
        if let Some(path) = path {
            self.within.as_mut().unwrap_or(&mut self.pointer).push(path);
        }
        self
    }

    /// The origin of what was found in a message that is the part at `path` of a payload from `outer`.
    pub(super) fn below(self, outer: &Self, path: &Pointer) -> Self {
        let parts = self.parts.iter().map(|part| part.clone().below(outer, path)).collect();
        let (around, rest) = outer.part(&path.join(&self.pointer));
        let carrier = around.carrier;
        let Place { pointer, within } = around.place(&rest);
        match within {
            None => Self { carrier, pointer, parts, ..self },
            Some(mut within) => {
                self.within.iter().for_each(|inner| within.push(inner));
                Self { carrier, pointer, within: Some(within), bytes: None, is_verbatim: false, parts }
            }
        }
    }

    /// The origin of the item that a path leads through, where each has its own, and how the path goes on from there.
    fn part(&self, path: &Pointer) -> (&Self, Pointer) {
        let first = path.steps().next().and_then(|step| step.parse::<usize>().ok());
        let part = first.and_then(|index| Some((self.parts.get(index)?, Pointer::root().index(index))));
        match part.and_then(|(part, start)| Some((part, path.behind(&start)?))) {
            Some(found) => found,
            None => (self, path.clone()),
        }
    }

    /// Where a part of the payload is in the message.
    pub fn place(&self, path: &Pointer) -> Place {
        let (origin, path) = self.part(path);
        match &origin.within {
            Some(within) => Place { pointer: origin.pointer.clone(), within: Some(within.join(&path)) },
            // A path leads into values; a text has none inside.
            None if origin.bytes.is_some() => Place { pointer: origin.pointer.clone(), within: None },
            None => Place { pointer: origin.pointer.join(&path), within: None },
        }
    }

    /// The place of the block that carries it, where that is one alone.
    pub fn block(&self) -> Option<usize> {
        match self.carrier {
            Carrier::Block(index) => Some(index),
            _ => None,
        }
    }
}
