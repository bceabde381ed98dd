//! The payload of an envelope: an array or an object, as it was sent, less what other fields have taken out.

use crate::json::{Kind, Partial, Quirk, Raw, Style, push_quoted, written};
use crate::payload::Document;

/// An array or an object.
#[derive(Clone, Debug)]
pub struct Data(pub(crate) Partial);

impl Data {
    /// Data that is `raw` as it stands; `None` for a scalar, which an envelope has no place for.
    pub fn new(raw: Raw) -> Option<Self> {
        raw.kind().is_container().then(|| Self(Partial::whole(raw)))
    }

    /// An object with one member, `text`.
    pub(crate) fn text(text: &str) -> Self {
        let mut object = String::with_capacity(text.len() + text.len() / 16 + 12);
        object.push_str("{\"text\":");
        push_quoted(text, &mut object);
        object.push('}');
        Self(Partial::whole(Raw::known(object)))
    }

    /// Whether it is an array.
    pub fn is_array(&self) -> bool {
        self.0.raw.kind() == Kind::Array
    }

    /// The value as it was sent, where nothing was taken out.
    pub fn as_raw(&self) -> Option<&Raw> {
        self.0.is_whole().then_some(&self.0.raw)
    }

    /// Whether an object in it has a key twice.
    pub(crate) fn has_duplicate_keys(&self) -> bool {
        Document::of(&self.0.raw).is_some_and(|document| document.outline.quirks.count(Quirk::DuplicateKey) > 0)
    }

    /// The data as strict JSON on one line.
    pub fn to_json(&self) -> String {
        written(Style::Line, |out| out.partial(&self.0))
    }
}
