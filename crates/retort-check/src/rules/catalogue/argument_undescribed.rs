//! `argument-undescribed`: every argument of a tool has a description.

use serde_json::Value;

use super::listing::listed;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::schema::Schema;
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT025",
    name: "argument-undescribed",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "Every argument of a tool is described, by the schema or in the description of the tool.",
    why: "The model writes arguments by what it is told of them. A name alone leaves units, formats and meanings to \
          guessing.",
    remedy: "Add a `description` to each property.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    fix: None,
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let Some(schema) = tool.input() else { return };
    let Some(properties) = schema.root.get("properties").and_then(Value::as_object) else { return };
    let is_told = |part: &&Value| part.get("description").is_some() || tells_inside(part);
    let is_bare = |property: &Value| !parts(schema, property).iter().any(is_told);
    let description = tool.text("description").unwrap_or_default();
    let is_named = |name: &str| documents(&description, name);
    let bare = properties.iter().filter(|(name, property)| is_bare(property) && !is_named(name));
    let bare: Vec<&str> = bare.map(|(name, _)| name.as_str()).collect();
    if !bare.is_empty() {
        let words = format!("no description for {}", listed(&bare));
        findings.add(format!("{}/inputSchema/properties", tool.pointer), words);
    }
}

/// Whether a text documents an argument: its name stands in quotes, or before a colon, a bracket or a dash.
fn documents(text: &str, name: &str) -> bool {
    let is_of_name = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-');
    text.match_indices(name).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + name.len()..).unwrap_or_default();
        let is_word = !before.is_some_and(is_of_name) && !behind.starts_with(is_of_name);
        let is_quoted = before.is_some_and(|before| matches!(before, '`' | '"' | '\'' | '*'));
        let behind = behind.trim_start_matches([' ', '*']);
        is_word && (is_quoted || behind.starts_with([':', '(', '-', '–', '—', '=']))
    })
}

/// Whether the members of an object, or of the objects in a list, are described.
fn tells_inside(part: &Value) -> bool {
    let inside = part.get("items").unwrap_or(part).get("properties").and_then(Value::as_object);
    inside.is_some_and(|inside| inside.values().any(|member| member.get("description").is_some()))
}

/// A property, what it refers to, and its alternatives.
fn parts<'a>(schema: &'a Schema, property: &'a Value) -> Vec<&'a Value> {
    let mut parts = vec![property];
    for key in ["anyOf", "oneOf", "allOf"] {
        parts.extend(property.get(key).and_then(Value::as_array).into_iter().flatten());
    }
    let referred = parts.iter().filter_map(|part| schema.target(part.get("$ref")?.as_str()?));
    let referred: Vec<&Value> = referred.collect();
    parts.extend(referred);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_documents_what_it_lists() {
        for text in ["Args:\n    city: Where.", "Takes `city`.", "- **city** (string): where", "city - where", "with 'city' set", "city = where"] {
            assert!(documents(text, "city"), "{text}");
        }
        for text in ["Tells the weather in a city.", "capacity: how much", "city_name: which", ""] {
            assert!(!documents(text, "city"), "{text}");
        }
    }
}
