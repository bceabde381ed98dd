//! `input-schema-type`: an `inputSchema` has `"type": "object"`.

use serde_json::Value;

use crate::finding::Findings;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT020",
    name: "input-schema-type",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Feathers],
    summary: "An `inputSchema` has `\"type\": \"object\"`.",
    why: "Arguments are always an object. Clients and models that check the schema refuse the tool, some the whole \
          list.",
    remedy: "Add `\"type\": \"object\"`; put a single value under a name.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    fix: Some(Fix::guess(|edits, pointer| {
        if edits.get(&format!("{pointer}/type")).is_none() {
            edits.put_first(pointer, "type", "\"object\"");
        }
    })),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let Some(schema) = tool.input() else { return };
    let words = match schema.root.get("type") {
        None => "the schema has no `type`".to_owned(),
        Some(Value::String(word)) if !TYPES.contains(&word.as_str()) => return,
        Some(Value::String(word)) => format!("the `type` is `{word}`"),
        Some(_) => "the `type` is not one word".to_owned(),
    };
    findings.add(format!("{}/inputSchema", tool.pointer), words);
}

/// What is wrong too; what is no type at all is told by another rule.
const TYPES: [&str; 6] = ["array", "string", "number", "integer", "boolean", "null"];
