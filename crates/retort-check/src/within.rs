//! The payload of a call as the rules of one family of servers see it, and findings in a part of it: mostly inside a text.

use std::borrow::Cow;

use retort_core::{Block, Document, Kind, Pointer, Tone, detect};

use crate::call::Call;
use crate::finding::Findings;

impl Call<'_> {
    /// The payload, where it is a JSON object that no JSON-RPC error stands around.
    pub fn object(&self) -> Option<&Document> {
        if self.error().is_some() {
            return None;
        }
        self.document().filter(|document| document.raw().kind() == Kind::Object)
    }

    /// Whether the result says that the call failed, by its flag.
    pub fn is_flagged(&self) -> bool {
        self.result().is_some_and(|result| result.is_error)
    }

    /// Whether the payload says that all went well, apart from what the flag says.
    pub(crate) fn sounds_well(&self) -> bool {
        detect(self.payload(), false).tone == Tone::Success
    }

    /// The blocks with a text, which is not decoded for it.
    pub fn text_blocks(&self) -> impl Iterator<Item = &Block> {
        self.blocks().map(|(_, block)| block).filter(|block| block.text.is_some())
    }

    /// The first text.
    pub fn first_text(&self) -> Option<(String, Cow<'_, str>)> {
        self.text_blocks().find_map(|block| Some((block.text_pointer().into(), block.to_text()?)))
    }
}

impl Findings<'_> {
    /// A breach at a place in the JSON payload of a call.
    pub fn add_in(&mut self, call: &Call<'_>, path: impl AsRef<str>, message: impl Into<String>) {
        let place = call.read.place(&path.as_ref().parse().unwrap_or_default());
        self.put(place.pointer.into(), place.within.map(String::from), message.into(), 1);
    }
}

/// A key as a step of a JSON pointer.
pub(crate) fn step(key: &str) -> Pointer {
    Pointer::root().key(key)
}

/// Words in a sentence: `a`, `b` and `c`.
pub(crate) fn listed(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
