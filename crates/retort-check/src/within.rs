//! The payload of a call as the rules of one family of servers see it, and where a part of it stands in the message:
//! mostly inside a text.

use std::borrow::Cow;

use retort_core::{Agreement, Block, Body, Document, Kind, Raw};

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

    /// The blocks with a text, which is not decoded for it.
    pub fn text_blocks(&self) -> impl Iterator<Item = &Block> {
        self.blocks().map(|(_, block)| block).filter(|block| block.text.is_some())
    }

    /// The first text.
    pub fn first_text(&self) -> Option<(String, Cow<'_, str>)> {
        self.text_blocks().find_map(|block| Some((block.text_pointer(), block.to_text()?)))
    }

    /// Where a part of the JSON payload stands: the pointer into the message, and the pointer inside the text there.
    fn place(&self, path: &str) -> (String, Option<String>) {
        let Some(result) = self.result() else {
            return match &self.exchange.message.body {
                Body::Error(_) => (format!("/error{path}"), None),
                Body::Payload(raw) if raw.kind() == Kind::String => (String::new(), Some(path.to_owned())),
                _ => (path.to_owned(), None),
            };
        };
        let mut texts = result.blocks.iter().filter_map(|block| Some((block, block.text.as_ref()?)));
        let holds_json = |text: &Raw| {
            let inside = text.as_str().trim_start_matches(['"', ' ', '\\', 'n', '`']);
            text.kind() != Kind::String || inside.starts_with(['{', '['])
        };
        let in_structured = result.structured.is_some() && self.payload().agreement == Agreement::Prose;
        match texts.clone().find(|(_, text)| holds_json(text)).or_else(|| texts.next()) {
            Some((block, text)) if !in_structured => match text.kind() {
                Kind::String => (block.text_pointer(), Some(path.to_owned())),
                _ => (format!("{}{path}", block.text_pointer()), None),
            },
            _ if result.structured.is_some() => (format!("{}/structuredContent{path}", result.pointer()), None),
            _ => (format!("{}{path}", result.pointer()), None),
        }
    }
}

impl Findings<'_> {
    /// A breach at a place in the JSON payload of a call.
    pub fn add_in(&mut self, call: &Call<'_>, path: impl AsRef<str>, message: impl Into<String>) {
        let (pointer, within) = call.place(path.as_ref());
        self.put(pointer, within, message.into(), 1);
    }
}

/// A key as a step of a JSON pointer.
pub(crate) fn step(key: &str) -> String {
    format!("/{}", key.replace('~', "~0").replace('/', "~1"))
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
