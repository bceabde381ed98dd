//! Repairs that several rules share. Each looks again whether its place is as it was found, because a finding may stand for
//! more places than it lists.

use retort_core::{Kind, Raw};

use super::media;
use crate::repair::{Edits, object, strict, string};

/// Whether it is an array of objects that have a type.
pub(super) fn holds_blocks(value: &Raw) -> bool {
    let typed = |item: Raw| item.get("type").is_some_and(|kind| kind.kind() == Kind::String);
    value.items().next().is_some() && value.items().all(typed)
}

/// A string's own text, anything else as JSON.
fn told(value: &Raw) -> String {
    value.to_text().map_or_else(|| strict(value), String::from)
}

/// A text block that tells a value.
fn as_block(value: &Raw) -> String {
    object(&[("type", "\"text\""), ("text", &string(&told(value)))])
}

/// A content of one text block that tells a value.
pub(super) fn in_list(value: &Raw) -> String {
    format!("[{}]", as_block(value))
}

/// Makes a content of a bare value.
pub(super) fn wrap_in_block(edits: &mut Edits, pointer: &str) {
    if let Some(value) = edits.get(pointer).filter(|value| !value.kind().is_container()) {
        edits.replace(pointer, in_list(&value));
    }
}

/// Makes a block of what is no object.
pub(super) fn make_block(edits: &mut Edits, pointer: &str) {
    if let Some(value) = edits.get(pointer).filter(|value| value.kind() != Kind::Object) {
        edits.replace(pointer, as_block(&value));
    }
}

/// Makes a string of what is none.
pub(super) fn make_text(edits: &mut Edits, pointer: &str) {
    if let Some(value) = edits.get(pointer).filter(|value| value.kind() != Kind::String) {
        if value.kind() == Kind::Null {
            // Nothing is not the same as a text without a word.
            edits.guess();
            return edits.replace(pointer, "\"\"");
        }
        edits.replace(pointer, string(&strict(&value)));
    }
}

/// Takes away a member that is null.
pub(super) fn remove_null(edits: &mut Edits, pointer: &str) {
    if edits.is(pointer, "null") {
        edits.remove(pointer);
    }
}

/// Takes away what stands around base64, and brings its alphabet and padding into order, if it is base64 then.
pub(super) fn mend_base64(edits: &mut Edits, pointer: &str) {
    edits.rewrite(pointer, |sent| {
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
        (is_base64 && digits % 4 != 1).then_some(data)
    });
}

/// Names the mime type that the bytes of an image or a sound show.
pub(super) fn name_mime_type(edits: &mut Edits, pointer: &str) {
    let Some(block) = edits.get(pointer).filter(|block| block.get("mimeType").is_none()) else { return };
    let data = block.get("data").map(|data| media::head(&data));
    if let Some(shown) = data.and_then(|data| media::sniff(&data)) {
        edits.set(pointer, "mimeType", &string(shown));
    }
}
