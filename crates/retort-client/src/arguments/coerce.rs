//! A text becomes what the schema says. It never fails: what fits nothing stays a text, and the check of the whole
//! then says what is wrong with it.

use retort_core::{Kind, Raw};
use serde_json::Value;

use super::schema::{InputSchema, Type};
use super::strict::of_kind;
use super::word::Word;

/// What the schema says about a value, if it says anything.
pub(super) type Shape<'a> = Option<(&'a InputSchema, &'a Value)>;

/// Lists inside lists are JSON: a comma cannot tell them apart.
const IN_LIST: bool = true;

/// The JSON value that a text stands for.
pub(super) fn value(shape: Shape<'_>, text: &str) -> String {
    one(shape, text, !IN_LIST)
}

/// The list that several words stand for, each of them one item; where no item may be a text, a comma can only stand between
/// two.
pub(super) fn list(shape: Shape<'_>, words: &[Word]) -> String {
    let mut items: Vec<String> = Vec::new();
    for word in words {
        let shape_here = item(shape, items.len());
        match word {
            Word::Json(json) => items.push(json.clone()),
            Word::Text(text) if takes_text(shape_here) || text.starts_with(['[', '{']) => {
                items.push(one(shape_here, text, IN_LIST));
            }
            Word::Text(text) => {
                for part in text.split(',') {
                    items.push(one(item(shape, items.len()), part.trim(), IN_LIST));
                }
            }
        }
    }
    joined(items.into_iter())
}

/// Whether one of several words has commas that would part items, were it the only one.
pub(super) fn keeps_commas(shape: Shape<'_>, words: &[Word]) -> bool {
    if shape.is_none_or(|(schema, node)| schema.types(node).contains(&Type::String)) {
        return false;
    }
    let keeps = |(index, word): (usize, &Word)| match word {
        Word::Text(text) => text.contains(',') && takes_text(item(shape, index)) && !text.starts_with(['[', '{']),
        Word::Json(_) => false,
    };
    words.iter().enumerate().any(keeps)
}

/// Whether a place may take a text, as far as the schema says.
fn takes_text(shape: Shape<'_>) -> bool {
    shape.is_none_or(|(schema, node)| {
        let types = schema.types(node);
        types.is_empty() || types.contains(&Type::String)
    })
}

/// Whether a place takes a list, or says nothing about what it takes.
pub(super) fn takes_many(schema: &InputSchema, node: &Value) -> bool {
    let types = schema.types(node);
    types.contains(&Type::Array) || (types.is_empty() && schema.values(node).is_empty())
}

fn one(shape: Shape<'_>, text: &str, in_list: bool) -> String {
    let string = || Raw::string(text).to_json();
    let Some((schema, node)) = shape else { return string() };
    let plain = text.trim();
    if let Some(json) = listed(&schema.values(node), text, plain) {
        return json;
    }
    let types = schema.types(node);
    let or_text = types.contains(&Type::String);
    for kind in &types {
        let found = match kind {
            Type::Null => of_kind(plain, Kind::Null),
            Type::Boolean => boolean(plain, or_text, types.contains(&Type::Integer) || types.contains(&Type::Number)),
            Type::Integer | Type::Number => of_kind(plain, Kind::Number),
            Type::String => None,
            Type::Array => of_kind(plain, Kind::Array),
            Type::Object => of_kind(plain, Kind::Object),
        };
        if let Some(json) = found {
            return json;
        }
    }
    if types.contains(&Type::Array) && !or_text && !in_list {
        return split(shape, plain).unwrap_or_else(string);
    }
    string()
}

/// The text as one of the values that are listed. A string counts first: it needs no reading.
fn listed(values: &[&Value], text: &str, plain: &str) -> Option<String> {
    if values.iter().any(|value| value.as_str() == Some(text)) {
        return Some(Raw::string(text).to_json());
    }
    if values.iter().all(|value| value.is_string()) {
        return None;
    }
    let typed: Value = serde_json::from_str(plain).ok()?;
    values.contains(&&typed).then(|| Raw::parse(plain).map(|raw| raw.to_json()))?
}

fn boolean(text: &str, or_text: bool, or_number: bool) -> Option<String> {
    let said = match text.to_ascii_lowercase().as_str() {
        "true" => true,
        "false" => false,
        "yes" | "on" if !or_text => true,
        "no" | "off" if !or_text => false,
        "1" if !or_text && !or_number => true,
        "0" if !or_text && !or_number => false,
        _ => return None,
    };
    Some(said.to_string())
}

/// The items between commas; `None` where an item must be JSON and is not.
fn split(shape: Shape<'_>, text: &str) -> Option<String> {
    if text.is_empty() {
        return Some("[]".to_owned());
    }
    // What starts as a list and is none has a fault in it, which splitting would hide.
    if text.starts_with(['[', '{']) {
        return None;
    }
    Some(joined(text.split(',').enumerate().map(|(index, part)| one(item(shape, index), part.trim(), IN_LIST))))
}

fn item(shape: Shape<'_>, index: usize) -> Shape<'_> {
    let (schema, node) = shape?;
    Some((schema, schema.item(node, index)?))
}

fn joined(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    format!("[{}]", items.join(","))
}
