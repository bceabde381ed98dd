//! `enum-twice`: an `enum` lists every value once.

use std::collections::HashSet;

use serde_json::Value;

use crate::finding::{Findings, shortened};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::schema::Keyword;
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT030",
    name: "enum-twice",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "An `enum` lists every value once.",
    why: "A value that stands there twice was mostly meant to be another one; some models refuse the schema.",
    remedy: "Take the second one out, or write what was meant.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"unit": {"type": "string", "description": "The unit of the temperature.", "enum": ["celsius", "fahrenheit", "celsius"]}}, "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"unit": {"type": "string", "description": "The unit of the temperature.", "enum": ["celsius", "fahrenheit"]}}, "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    fix: Some(Fix::guess(|edits, pointer| {
        let Some(values) = edits.get(pointer) else { return };
        let mut known = HashSet::new();
        for (index, value) in values.items().enumerate() {
            if !known.insert(value.to_json()) {
                edits.remove(&format!("{pointer}/{index}"));
            }
        }
    })),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    for (pointer, place) in tool.input().into_iter().flat_map(|schema| schema.places_with(Keyword::Enum)) {
        let Some(values) = place.get("enum").and_then(Value::as_array) else { continue };
        let mut known = HashSet::new();
        if let Some(twice) = values.iter().map(Value::to_string).find(|value| !known.insert(value.clone())) {
            findings.add(
                format!("{}/inputSchema{pointer}/enum", tool.pointer),
                format!("{} is there twice", shortened(&twice)),
            );
        }
    }
}
