//! `input-schema-missing`: a tool has an `inputSchema`.

use retort_core::Kind;

use crate::finding::Findings;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT018",
    name: "input-schema-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Feathers],
    summary: "A tool has an `inputSchema`.",
    why: "The schema tells the model which arguments there are. Strict clients refuse the whole list because of one \
          tool without it.",
    remedy: "Add `{\"type\": \"object\", \"additionalProperties\": false}` for a tool without arguments.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    fix: Some(Fix::guess(|edits, pointer| {
        if edits.get(&format!("{pointer}/inputSchema")).is_none() {
            edits.set(pointer, "inputSchema", "{\"type\":\"object\"}");
        }
    })),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    if tool.raw.kind() == Kind::Object && tool.get("inputSchema").is_none() {
        findings.add(tool.pointer.as_str(), "there is no `inputSchema`");
    }
}
