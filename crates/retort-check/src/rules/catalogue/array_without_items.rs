//! `array-without-items`: an array in an `inputSchema` has `items`.

use serde_json::Value;

use crate::finding::Findings;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::schema::Keyword;
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT028",
    name: "array-without-items",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "An array in an `inputSchema` has `items`.",
    why: "Some models refuse a schema with an array of nothing in particular, and with it the whole request; the \
          others guess what belongs into it.",
    remedy: "Add `items` with the schema of one item.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"cities": {"type": "array", "description": "The names of the cities."}}, "required": ["cities"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"cities": {"type": "array", "description": "The names of the cities.", "items": {"type": "string"}}}, "required": ["cities"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    fix: Some(Fix::guess(|edits, pointer| {
        if edits.get(&format!("{pointer}/items")).is_none() {
            edits.set(pointer, "items", "{}");
        }
    })),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    for (pointer, place) in tool.input().into_iter().flat_map(|schema| schema.places_with(Keyword::Array)) {
        let is_array = match place.get("type") {
            Some(Value::String(word)) => word == "array",
            Some(Value::Array(words)) => words.iter().any(|word| word == "array"),
            _ => false,
        };
        let says = ["items", "prefixItems", "$ref", "enum", "const", "allOf", "anyOf", "oneOf"];
        if is_array && !says.iter().any(|key| place.contains_key(*key)) {
            findings.add(format!("{}/inputSchema{pointer}", tool.pointer), "nothing says what its items are");
        }
    }
}
