//! The payload of an envelope: an array or an object, as it was sent, less what other fields have taken out.

use serde::Serialize;

use crate::error::Unwritable;
use crate::json::{Kind, Partial, Quirk, Raw, Style, push_quoted, written};
use crate::payload::Document;
use crate::pointer::Pointer;

/// An array or an object.
#[derive(Clone, Debug)]
pub struct Data {
    pub(crate) value: Partial,
    pointer: Option<Pointer>,
}

impl Data {
    /// Data that is `raw` as it stands; `None` for a scalar, which an envelope has no place for.
    pub fn new(raw: Raw) -> Option<Self> {
        raw.kind().is_container().then(|| Self::part(Partial::whole(raw)))
    }

    /// The data that any value is. What is neither an array nor an object is put into one: a text under `text`, a number
    /// or a flag under `value`; `None` for `null`.
    ///
    /// ```
    /// use retort_core::Data;
    ///
    /// assert_eq!(Data::of(&[1, 2]).unwrap().unwrap().to_json(), "[1,2]");
    /// assert_eq!(Data::of("hello").unwrap().unwrap().to_json(), r#"{"text":"hello"}"#);
    /// assert!(Data::of(&None::<u8>).unwrap().is_none());
    /// ```
    ///
    /// # Errors
    /// When the value cannot be written as JSON.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Result<Option<Self>, Unwritable> {
        let raw = Raw::of(value)?;
        let is_list = raw.kind() == Kind::Array;
        Ok(Self::fit(raw, is_list))
    }

    /// An object of which some members are left out, or any value that is whole.
    pub(crate) fn part(value: Partial) -> Self {
        Self { value, pointer: None }
    }

    /// The same, taken from a place in the payload.
    pub(crate) fn at(mut self, pointer: Pointer) -> Self {
        self.pointer = Some(pointer);
        self
    }

    /// An object with one member, `text`.
    pub(crate) fn text(text: &str) -> Self {
        let mut object = String::with_capacity(text.len() + text.len() / 16 + 12);
        object.push_str("{\"text\":");
        push_quoted(text, &mut object);
        object.push('}');
        Self::part(Partial::whole(Raw::known(object)))
    }

    /// Whether it is an array.
    pub fn is_array(&self) -> bool {
        self.value.raw.kind() == Kind::Array
    }

    /// The value as it was sent, where nothing was taken out.
    pub fn as_raw(&self) -> Option<&Raw> {
        self.value.is_whole().then_some(&self.value.raw)
    }

    /// The JSON pointer to it in the payload that it was taken from; `None` where it was made of text or written anew.
    pub fn pointer(&self) -> Option<&Pointer> {
        self.pointer.as_ref()
    }

    /// Whether an object in it has a key twice.
    pub(crate) fn has_duplicate_keys(&self) -> bool {
        Document::of(&self.value.raw).is_some_and(|document| document.outline.quirks.count(Quirk::DuplicateKey) > 0)
    }

    /// The data as strict JSON on one line.
    pub fn to_json(&self) -> String {
        written(Style::Line, |out| out.partial(&self.value))
    }
}
