//! A block becomes typed, whatever is missing or bent about it.

use super::scan::{KnownFields, Source, Value};
use crate::json::{Kind, Partial, Quirk};
use crate::message::{Block, BlockKind};
use crate::oddity::{Oddities, OddityKind};
use crate::pointer::Pointer;

/// Reads one item of a content.
pub(super) fn block(item: &Value, source: &Source<'_>, pointer: Pointer, oddities: &mut Oddities) -> Block {
    let item = &item.opened(source.text);
    let Some(fields) = item.fields() else {
        let kind = if item.kind == Kind::String { OddityKind::BlockString } else { OddityKind::BlockNotObject };
        oddities.note(kind, &pointer, source.str(item));
        return text_block(item, source, pointer);
    };
    let kind = kind_of(fields, source, &pointer, oddities);
    let mut judge = Judge { fields, source, pointer: &pointer, oddities };
    match kind {
        BlockKind::Text => judge.text(),
        BlockKind::Image | BlockKind::Audio => judge.media(),
        BlockKind::Resource => judge.resource(),
        BlockKind::ResourceLink => judge.uri(fields, &pointer),
        BlockKind::Other(_) => {}
    }
    for flag in ["isError", "error"] {
        if fields.get(flag).is_some_and(|value| source.str(value) == "true") {
            oddities.note(OddityKind::ErrorFlagInBlock, pointer.key(flag), "true");
        }
    }
    let text = fields.get("text").filter(|text| text.kind != Kind::Null).map(|text| source.raw(text));
    let told: &[&str] = if kind == BlockKind::Text { &["type", "text"] } else { &["text"] };
    // Of two members with one name the pass keeps the last.
    let is_plain = fields.only(told) && source.quirks.count(Quirk::DuplicateKey) == 0;
    let says_more = text.is_some() && !is_plain && !Partial::without(source.raw(item), fields.holes(told)).is_empty();
    let rest = says_more.then(|| Box::new(Partial::without(source.raw(item), fields.holes(&["text"]))));
    Block { raw: source.raw(item), kind, text, pointer, in_text: true, rest }
}

/// A block made of a bare value.
pub(super) fn text_block(value: &Value, source: &Source<'_>, pointer: Pointer) -> Block {
    let raw = source.raw(value);
    let text = (value.kind != Kind::Null).then(|| raw.clone());
    Block { raw, kind: BlockKind::Text, text, pointer, in_text: false, rest: None }
}

fn kind_of(fields: &KnownFields, source: &Source<'_>, pointer: &Pointer, oddities: &mut Oddities) -> BlockKind {
    let mut note = |kind, pointer: &Pointer, value: &str| oddities.note(kind, pointer, value);
    let Some(value) = fields.get("type") else {
        note(OddityKind::BlockTypeMissing, pointer, "no type");
        return guess(fields);
    };
    let name = source.string(value).unwrap_or(source.str(value).into());
    if let Some(kind) = named(&name) {
        return kind;
    }
    let place = pointer.key("type");
    if let Some(kind) = named(&name.trim().to_ascii_lowercase()) {
        note(OddityKind::BlockTypeCase, &place, source.str(value));
        return kind;
    }
    note(OddityKind::BlockTypeUnknown, &place, source.str(value));
    BlockKind::Other(name.into_owned())
}

fn named(name: &str) -> Option<BlockKind> {
    Some(match name {
        "text" => BlockKind::Text,
        "image" => BlockKind::Image,
        "audio" => BlockKind::Audio,
        "resource" => BlockKind::Resource,
        "resource_link" => BlockKind::ResourceLink,
        _ => return None,
    })
}

/// What a block without a type must be, by its members.
fn guess(fields: &KnownFields) -> BlockKind {
    if fields.has("text") {
        BlockKind::Text
    } else if fields.has("resource") {
        BlockKind::Resource
    } else if fields.has("data") {
        BlockKind::Image
    } else if fields.has("uri") {
        BlockKind::ResourceLink
    } else {
        BlockKind::Other(String::new())
    }
}

/// Looks at the members that a kind of block must have.
struct Judge<'a> {
    fields: &'a KnownFields,
    source: &'a Source<'a>,
    pointer: &'a Pointer,
    oddities: &'a mut Oddities,
}

impl Judge<'_> {
    fn note(&mut self, kind: OddityKind, path: &[&str], value: &str) {
        let mut pointer = self.pointer.clone();
        for key in path {
            pointer.push_key(key);
        }
        self.oddities.note(kind, pointer, value);
    }

    fn text(&mut self) {
        match self.fields.get("text") {
            None => self.note(OddityKind::TextMissing, &[], "no text"),
            Some(text) if text.kind == Kind::String => {}
            Some(text) => self.note(OddityKind::TextNotString, &["text"], self.source.str(text)),
        }
    }

    fn media(&mut self) {
        match self.fields.get("data") {
            None => self.note(OddityKind::DataMissing, &[], "no data"),
            Some(data) => self.base64(data, &["data"]),
        }
        if !self.mime_type(self.fields, &["mime_type"]) {
            self.note(OddityKind::MimeTypeMissing, &[], "no mimeType");
        }
    }

    fn resource(&mut self) {
        let resource = self.fields.get("resource").and_then(Value::fields);
        let Some(resource) = resource else {
            return self.note(OddityKind::ResourceMissing, &[], "no resource");
        };
        let pointer = self.pointer.key("resource");
        self.uri(resource, &pointer);
        self.mime_type(resource, &["resource", "mime_type"]);
        if let Some(blob) = resource.get("blob") {
            self.base64(blob, &["resource", "blob"]);
        }
    }

    fn uri(&mut self, fields: &KnownFields, pointer: &Pointer) {
        if fields.get("uri").is_none_or(|uri| uri.kind != Kind::String) {
            self.oddities.note(OddityKind::ResourceUriMissing, pointer, "no uri");
        }
    }

    /// Whether there is a mime type, under either name; `path` leads to the one that is wrong.
    fn mime_type(&mut self, fields: &KnownFields, path: &[&str]) -> bool {
        if let Some(snake) = fields.get("mime_type") {
            let value = self.source.str(snake).to_owned();
            self.note(OddityKind::MimeTypeSnakeCase, path, &value);
            return true;
        }
        fields.has("mimeType")
    }

    fn base64(&mut self, data: &Value, path: &[&str]) {
        let fault = match self.source.string(data) {
            Some(text) => base64_fault(text.as_bytes()),
            None => Some(self.source.str(data).to_owned()),
        };
        if let Some(fault) = fault {
            self.note(OddityKind::InvalidBase64, path, &fault);
        }
    }
}

/// What is wrong with a base64 text, without decoding it.
fn base64_fault(text: &[u8]) -> Option<String> {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let padding = text.iter().rev().take(2).take_while(|byte| **byte == b'=').count();
    let digits = text.get(..text.len() - padding).unwrap_or_default();
    if let Some(at) = digits.iter().position(|byte| !is_digit(byte)) {
        let start = digits.get(at..digits.len().min(at + 4)).unwrap_or_default();
        let met = String::from_utf8_lossy(start).chars().next().unwrap_or_default();
        return Some(format!("{met:?} at {at}"));
    }
    (!text.len().is_multiple_of(4)).then(|| format!("a length of {}, which is no multiple of 4", text.len()))
}

#[cfg(test)]
mod tests {
    use super::base64_fault;

    #[test]
    fn base64_is_judged_without_decoding() {
        for good in ["", "AAAA", "iVBORw0KGgo=", "QQ=="] {
            assert_eq!(base64_fault(good.as_bytes()), None, "{good}");
        }
        for bad in ["A", "AAA", "AA=A", "not base64!", "====", "data:image/png;base64,AAAA", "AAAAé==="] {
            assert!(base64_fault(bad.as_bytes()).is_some(), "{bad}");
        }
    }
}
