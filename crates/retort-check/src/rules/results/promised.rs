//! Repairs that go by what a tool promises of its answers. What is a guess where nobody knows the schema is none where it says of
//! which type a value is, or under which name it belongs.

use std::collections::BTreeSet;

use retort_core::{Kind, Raw};

use crate::repair::{Edits, string};

/// The first text of a result.
fn first_text(result: &str) -> String {
    format!("{result}/content/0/text")
}

/// Spells a value of `structuredContent` as the type that the schema has there, and the same in the items that follow. Where the
/// text says the same, it goes on saying so.
pub(super) fn respell(edits: &mut Edits, pointer: &str) {
    const STRUCTURED: &str = "/structuredContent";
    let Some(at) = pointer.find(STRUCTURED) else { return };
    let Some((result, within)) = pointer.split_at_checked(at) else { return };
    let types: BTreeSet<String> = {
        let Some(schema) = edits.promised() else { return };
        let within = within.strip_prefix(STRUCTURED).unwrap_or_default();
        schema.types_at(within).into_iter().map(String::from).collect()
    };
    let text = first_text(result);
    let mut places = vec![pointer.to_owned()];
    places.extend(edits.like(pointer));
    for place in places {
        let Some(value) = edits.get(&place) else { continue };
        let Some(json) = spelled(&value, &types) else { continue };
        let inside = place.get(at + STRUCTURED.len()..).unwrap_or_default();
        if edits.get_inside(&text, inside).is_some_and(|twin| twin.as_str() == value.as_str()) {
            edits.replace_inside(&text, inside, &json);
        }
        edits.replace(&place, json);
    }
}

/// A value in the spelling of one of some types, where it spells such a value and is none.
fn spelled(value: &Raw, types: &BTreeSet<String>) -> Option<String> {
    let may_be = |name: &str| types.contains(name);
    match value.kind() {
        Kind::String if !may_be("string") => {
            let text = value.to_text()?;
            let meant = Raw::parse(text.trim()).filter(Raw::is_clean)?;
            let is_meant = match meant.kind() {
                Kind::Number => may_be("number") || may_be("integer") && !meant.as_str().contains(['.', 'e', 'E']),
                Kind::Bool => may_be("boolean"),
                Kind::Null => may_be("null"),
                Kind::Array => may_be("array"),
                Kind::Object => may_be("object"),
                Kind::String => false,
            };
            is_meant.then(|| meant.as_str().to_owned())
        }
        Kind::Number if may_be("string") && !may_be("number") && !may_be("integer") => Some(string(value.as_str())),
        Kind::Bool if may_be("string") && !may_be("boolean") => Some(string(value.as_str())),
        _ => None,
    }
}

/// Sends the JSON of the only text as `structuredContent` too, where that is what the schema promises.
pub(super) fn offer(edits: &mut Edits, result: &str) {
    let blocks = edits.get(&format!("{result}/content")).map_or(0, |content| content.items().take(2).count());
    let Some(value) = edits.get_inside(&first_text(result), "").filter(|_| blocks == 1) else { return };
    let json = value.to_json();
    let fits = |edits: &Edits, json: &str| edits.promised().is_some_and(|schema| schema.accepts(json));
    if value.kind() == Kind::Object && fits(edits, &json) {
        return edits.set(result, "structuredContent", &json);
    }
    // A list needs a name around it, which the schema may tell.
    let wrapped = format!("{{{}:{json}}}", string(&key_for(edits, &value)));
    if value.kind() != Kind::Object && fits(edits, &wrapped) {
        edits.guess();
        edits.set(result, "structuredContent", &wrapped);
    }
}

/// Puts a `structuredContent` that is no object under a key.
pub(super) fn wrap(edits: &mut Edits, pointer: &str) {
    if let Some(value) = edits.get(pointer).filter(|value| value.kind() != Kind::Object) {
        let key = string(&key_for(edits, &value));
        edits.wrap(pointer, &format!("{{{key}:"), "}");
    }
}

/// The name under which a value belongs: the only one that the schema has for such a value, else the usual one.
fn key_for(edits: &Edits, value: &Raw) -> String {
    let types: &[&str] = match value.kind() {
        Kind::Array => &["array"],
        Kind::Number => &["number", "integer"],
        Kind::String => &["string"],
        Kind::Bool => &["boolean"],
        _ => &[],
    };
    let promised = edits.promised().and_then(|schema| schema.member_of_types(types));
    promised.unwrap_or_else(|| "result".to_owned())
}
