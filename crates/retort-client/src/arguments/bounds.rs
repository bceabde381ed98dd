//! Whether a schema can be checked against without end: a reference to itself would recurse until the stack is used
//! up, and references that double at each step would take for ever. The same steps that a validator takes are walked
//! here first, with a budget and without recursion.

use serde_json::Value;

use super::schema::InputSchema;

/// A check that takes more steps than this is left out.
const MOST_STEPS: usize = 100_000;
/// As is one that goes deeper.
const DEEPEST: usize = 256;

/// Where keywords hold schemas for the same value.
const HERE: [&str; 4] = ["not", "if", "then", "else"];
const HERE_LISTS: [&str; 3] = ["allOf", "anyOf", "oneOf"];
const HERE_MAPS: [&str; 2] = ["dependentSchemas", "dependencies"];
/// Where they hold schemas for the values inside it.
const INSIDE: [&str; 7] = [
    "additionalProperties",
    "unevaluatedProperties",
    "items",
    "additionalItems",
    "contains",
    "unevaluatedItems",
    "propertyNames",
];

/// Says why the arguments cannot be checked against the schema, if so.
pub(super) fn refuse(schema: &InputSchema, arguments: &Value) -> Result<(), String> {
    let mut steps = 0;
    let mut open: Vec<(&Value, &Value, usize)> = vec![(&schema.root, arguments, 0)];
    while let Some((node, value, depth)) = open.pop() {
        let Some(keywords) = node.as_object() else { continue };
        if depth > DEEPEST {
            return Err("it refers to itself too often".to_owned());
        }
        if depth > 0 && keywords.get("$id").is_some_and(Value::is_string) {
            return Err("a part of it has an $id of its own".to_owned());
        }
        let from = open.len();
        for key in ["$ref", "$dynamicRef", "$recursiveRef"] {
            if let Some(reference) = keywords.get(key).and_then(Value::as_str) {
                let target = schema.target(reference).ok_or("it refers to something outside of itself")?;
                open.push((target, value, depth + 1));
            }
        }
        let lists = HERE_LISTS.iter().filter_map(|key| keywords.get(*key)?.as_array()).flatten();
        let maps = HERE_MAPS.iter().filter_map(|key| keywords.get(*key)?.as_object()).flat_map(|map| map.values());
        let here = HERE.iter().filter_map(|key| keywords.get(*key)).chain(lists).chain(maps);
        open.extend(here.map(|next| (next, value, depth + 1)));
        let fits = inside(keywords, value, depth + 1, MOST_STEPS.saturating_sub(steps), &mut open);
        steps += 1 + open.len().saturating_sub(from);
        if steps > MOST_STEPS || !fits {
            return Err("checking it would take too long".to_owned());
        }
    }
    Ok(())
}

/// Adds the steps into a value, unless they are more than `most`.
fn inside<'a>(
    keywords: &'a serde_json::Map<String, Value>,
    value: &'a Value,
    depth: usize,
    most: usize,
    open: &mut Vec<(&'a Value, &'a Value, usize)>,
) -> bool {
    let map = |key: &str| keywords.get(key).and_then(Value::as_object);
    let list = |key: &str| keywords.get(key).and_then(Value::as_array);
    let mut nodes: Vec<&Value> = INSIDE.iter().filter_map(|key| keywords.get(*key)).collect();
    nodes.extend(map("patternProperties").into_iter().flat_map(|patterns| patterns.values()));
    let children: Vec<&Value> = match value {
        Value::Object(members) => {
            let properties = map("properties");
            let own = members.iter().filter_map(|(key, member)| Some((properties?.get(key)?, member, depth)));
            open.extend(own);
            members.values().collect()
        }
        Value::Array(items) => {
            for tuple in [list("prefixItems"), list("items")].into_iter().flatten() {
                open.extend(tuple.iter().zip(items).map(|(node, item)| (node, item, depth)));
            }
            items.iter().collect()
        }
        _ => return true,
    };
    if nodes.len().saturating_mul(children.len()) > most {
        return false;
    }
    open.extend(children.iter().flat_map(|&child| nodes.iter().map(move |&node| (node, child, depth))));
    true
}
