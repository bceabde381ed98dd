//! `argument-untyped`: every argument of a tool has a type.

use serde_json::Value;

use super::listing::listed;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT026",
    name: "argument-untyped",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "Every argument of a tool has a type.",
    why: "Without a type a model may send anything, and some models refuse the schema.",
    remedy: "Add a `type`, an `enum` or alternatives to each property.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    ..Rule::COMMON
};

/// Any of these says what a value may be.
const TELLING: [&str; 13] = [
    "type",
    "enum",
    "const",
    "$ref",
    "$dynamicRef",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
    "properties",
    "items",
    "prefixItems",
];

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let Some(schema) = tool.input() else { return };
    let Some(properties) = schema.root.get("properties").and_then(Value::as_object) else { return };
    let is_bare = |property: &Value| match property {
        Value::Object(property) => !TELLING.iter().any(|key| property.contains_key(*key)),
        other => *other == Value::Bool(true),
    };
    let bare: Vec<&str> =
        properties.iter().filter(|(_, property)| is_bare(property)).map(|(name, _)| name.as_str()).collect();
    if !bare.is_empty() {
        findings.add(format!("{}/inputSchema/properties", tool.pointer), format!("no type for {}", listed(&bare)));
    }
}
