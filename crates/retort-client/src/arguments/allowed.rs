//! What a place in a schema allows, in words: `an integer from 1 to 50`, `one of "a" or "b"`. Schemas are written by
//! others, so that the words are cut where they would run on.

use serde_json::Value;

use super::schema::{InputSchema, Type};
use retort_wire::one_line;

/// So many values or names are listed.
const LISTED: usize = 12;
/// Lists of lists are described so deep.
const DEEPEST: usize = 3;

/// What a place allows; `None` where it allows anything.
pub(super) fn allowed(schema: &InputSchema, node: &Value) -> Option<String> {
    describe(schema, node, 0)
}

fn describe(schema: &InputSchema, node: &Value, depth: usize) -> Option<String> {
    let parts = schema.parts(node);
    let mut said: Vec<String> = Vec::new();
    for part in &parts {
        for words in of_part(schema, part, depth) {
            if !said.contains(&words) && said.len() < LISTED {
                said.push(words);
            }
        }
    }
    (!said.is_empty()).then(|| said.join(" or "))
}

/// What one part says by itself, one text for each of its types.
fn of_part(schema: &InputSchema, part: &Value, depth: usize) -> Vec<String> {
    let mut said = if let Some(values) = part.get("enum").and_then(Value::as_array) {
        vec![one_of(values)]
    } else if let Some(value) = part.get("const") {
        vec![one_line(&value.to_string(), 60)]
    } else {
        let types: Vec<Type> = match part.get("type") {
            Some(Value::String(word)) => Type::of(word).into_iter().collect(),
            Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).filter_map(Type::of).collect(),
            _ => Vec::new(),
        };
        types.into_iter().map(|kind| of_type(schema, part, kind, depth)).collect()
    };
    if part.get("nullable") == Some(&Value::Bool(true)) {
        said.push("null".to_owned());
    }
    said
}

fn one_of(values: &[Value]) -> String {
    let mut shown: Vec<String> = values.iter().take(LISTED).map(|value| one_line(&value.to_string(), 60)).collect();
    if values.len() > LISTED {
        shown.push(format!("{} more", values.len() - LISTED));
    }
    shown.join(", ")
}

fn of_type(schema: &InputSchema, part: &Value, kind: Type, depth: usize) -> String {
    match kind {
        Type::Null => "null".to_owned(),
        Type::Boolean => "true or false".to_owned(),
        Type::Integer => format!("an integer{}", range(part)),
        Type::Number => format!("a number{}", range(part)),
        Type::String => string(part),
        Type::Array => list(schema, part, depth),
        Type::Object => object(schema, part),
    }
}

fn range(part: &Value) -> String {
    // Draft 4 has booleans there, which say nothing alone.
    let number = |key: &str| part.get(key).filter(|value| value.is_number()).map(Value::to_string);
    let from = number("minimum").map(|least| (least, "from", "of at least"));
    let from = from.or_else(|| number("exclusiveMinimum").map(|limit| (limit, "above", "above")));
    let to = number("maximum").map(|most| (most, "to", "of at most"));
    let to = to.or_else(|| number("exclusiveMaximum").map(|limit| (limit, "and below", "below")));
    let step = number("multipleOf").map(|step| format!(" in steps of {step}")).unwrap_or_default();
    match (from, to) {
        (Some((from, both, _)), Some((to, and, _))) => format!(" {both} {from} {and} {to}{step}"),
        (Some((from, _, alone)), None) => format!(" {alone} {from}{step}"),
        (None, Some((to, _, alone))) => format!(" {alone} {to}{step}"),
        (None, None) => step,
    }
}

fn string(part: &Value) -> String {
    let count = count(part, "minLength", "maxLength", "characters");
    let said = |key: &str, longest: usize| part.get(key).and_then(Value::as_str).map(|said| one_line(said, longest));
    let format = said("format", 40).map(|format| format!(" of the format {format}")).unwrap_or_default();
    let pattern = said("pattern", 80).map(|pattern| format!(" that matches {pattern}")).unwrap_or_default();
    format!("a text{count}{format}{pattern}")
}

fn list(schema: &InputSchema, part: &Value, depth: usize) -> String {
    let words = format!("a list{}", count(part, "minItems", "maxItems", "items"));
    let items = schema.item(part, 0).filter(|_| depth < DEEPEST).and_then(|items| describe(schema, items, depth + 1));
    items.map_or(words.clone(), |items| format!("{words} (each {items})"))
}

fn object(schema: &InputSchema, part: &Value) -> String {
    let names = schema.properties(part);
    if names.is_empty() {
        return "an object, as JSON".to_owned();
    }
    let mut shown: Vec<String> = names.iter().take(LISTED).map(|name| one_line(name, 60)).collect();
    if names.len() > LISTED {
        shown.push(format!("{} more", names.len() - LISTED));
    }
    format!("an object with {}", shown.join(", "))
}

fn count(part: &Value, least: &str, most: &str, what: &str) -> String {
    let number = |key: &str| part.get(key).and_then(Value::as_u64);
    match (number(least).filter(|least| *least > 0), number(most)) {
        (Some(least), Some(most)) => format!(" of {least} to {most} {what}"),
        (Some(least), None) => format!(" of at least {least} {what}"),
        (None, Some(most)) => format!(" of at most {most} {what}"),
        (None, None) => String::new(),
    }
}
