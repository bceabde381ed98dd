//! Repairs that several rules share. Each looks again whether its place is as it was found, because another repair
//! may have moved it.

use retort_core::{Kind, Raw};

use super::media;
use crate::tree::Tree;

/// The value that a tree holds.
pub(super) fn raw(tree: &Tree) -> Option<Raw> {
    Raw::parse(tree.to_json())
}

/// The members of an object; none for anything else.
pub(super) fn members(tree: &Tree) -> Vec<(String, Tree)> {
    let value = raw(tree);
    let members = value.iter().flat_map(Raw::members);
    members.map(|(key, value)| (key.into_owned(), Tree::of(&value))).collect()
}

/// Whether it is an object with a content.
pub(super) fn is_result(tree: &Tree) -> bool {
    members(tree).iter().any(|(key, _)| key == "content")
}

/// Whether it is an array of objects that have a type.
pub(super) fn holds_blocks(tree: &Tree) -> bool {
    let value = raw(tree);
    let typed = |item: Raw| item.get("type").is_some_and(|kind| kind.kind() == Kind::String);
    value.is_some_and(|value| value.items().next().is_some() && value.items().all(typed))
}

/// A string's own text, anything else as JSON.
fn told(tree: &Tree) -> String {
    raw(tree).map_or_else(String::new, |raw| raw.to_text().map_or_else(|| raw.to_json(), String::from))
}

/// A text block that tells a value.
pub(super) fn as_block(tree: &Tree) -> Tree {
    Tree::Object(vec![("type".to_owned(), Tree::string("text")), ("text".to_owned(), Tree::string(&told(tree)))])
}

/// A content of one text block that tells a value.
pub(super) fn in_list(tree: &Tree) -> Tree {
    Tree::Array(vec![as_block(tree)])
}

/// Makes a content of a bare value.
pub(super) fn wrap_in_block(message: &mut Tree, pointer: &str) {
    if let Some(place) = message.at(pointer)
        && raw(place).is_some_and(|value| !value.kind().is_container())
    {
        *place = in_list(place);
    }
}

/// Makes a block of what is no object.
pub(super) fn make_block(message: &mut Tree, pointer: &str) {
    if let Some(place) = message.at(pointer)
        && raw(place).is_some_and(|value| value.kind() != Kind::Object)
    {
        *place = as_block(place);
    }
}

/// Makes a string of what is none.
pub(super) fn make_text(message: &mut Tree, pointer: &str) {
    if let Some(place) = message.at(pointer)
        && let Some(value) = raw(place).filter(|value| value.kind() != Kind::String)
    {
        *place = Tree::string(if value.kind() == Kind::Null { "" } else { value.as_str() });
    }
}

/// Takes away what stands around base64, and brings its alphabet and padding into order, if it is base64 then.
pub(super) fn mend_base64(message: &mut Tree, pointer: &str) {
    message.rewrite(pointer, |sent| {
        let inside = match sent.split_once(";base64,") {
            Some((head, rest)) if head.starts_with("data:") => rest,
            _ => sent,
        };
        let mut data = String::with_capacity(inside.len() + 3);
        for char in inside.chars() {
            match char {
                '-' => data.push('+'),
                '_' => data.push('/'),
                char if char.is_ascii_whitespace() => {}
                char => data.push(char),
            }
        }
        let digits = data.trim_end_matches('=').len();
        data.truncate(digits);
        data.push_str("=".repeat((4 - digits % 4) % 4).as_str());
        let is_base64 =
            data.bytes().take(digits).all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'));
        if is_base64 && digits % 4 != 1 { data } else { sent.to_owned() }
    });
}

/// Names the mime type that the bytes of an image or a sound show.
pub(super) fn name_mime_type(message: &mut Tree, pointer: &str) {
    let Some(block) = message.at(pointer) else { return };
    let members = members(block);
    if members.iter().any(|(key, _)| key == "mimeType") {
        return;
    }
    let data = members.iter().find(|(key, _)| key == "data").map(|(_, data)| told(data));
    if let Some(shown) = data.and_then(|data| media::sniff(&data)) {
        message.set(pointer, "mimeType", Tree::string(shown));
    }
}
