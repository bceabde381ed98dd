//! `output-schema-type`: an `outputSchema` has `"type": "object"`.

use retort_core::Revision;
use serde_json::Value;

use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT032",
    name: "output-schema-type",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_06_18..=Revision::V2025_11_25,
    summary: "An `outputSchema` has `\"type\": \"object\"`.",
    why: "Until revision 2026-07-28 `structuredContent` is an object, so a schema for anything else can never be \
          kept. Strict clients refuse the list.",
    remedy: "Describe an object, with the list or the value under a name such as `result`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "outputSchema": {"type": "array", "items": {"type": "number"}}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "outputSchema": {"type": "object", "properties": {"result": {"type": "array", "items": {"type": "number"}}}, "required": ["result"]}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema",
    check: Check::Tool(check),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let Some(schema) = tool.output().filter(|schema| schema.fault().is_none()) else { return };
    let words = match schema.root.get("type") {
        Some(Value::String(word)) if word == "object" => return,
        Some(word) => format!("the `type` is {}", shortened(&word.to_string())),
        None => "the schema has no `type`".to_owned(),
    };
    findings.add(format!("{}/outputSchema", tool.pointer), words);
}
