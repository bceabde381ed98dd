//! `schema-alternatives-at-top`: an `inputSchema` has no `anyOf`, `oneOf`, `allOf` or `not` at the top.

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT023",
    name: "schema-alternatives-at-top",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "An `inputSchema` has no `anyOf`, `oneOf`, `allOf` or `not` at the top.",
    why: "Large models refuse tools with these at the top of the schema, and with them the whole request.",
    remedy: "Describe all arguments under `properties`, and say in words which belong together.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}, "code": {"type": "string", "description": "The postal code."}}, "anyOf": [{"required": ["city"]}, {"required": ["code"]}], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city, or its postal code."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let Some(schema) = tool.input() else { return };
    for key in ["anyOf", "oneOf", "allOf", "not"].into_iter().filter(|key| schema.root.get(*key).is_some()) {
        findings.add(format!("{}/inputSchema/{key}", tool.pointer), format!("`{key}` stands at the top"));
    }
}
