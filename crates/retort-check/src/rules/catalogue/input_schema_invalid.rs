//! `input-schema-invalid`: an `inputSchema` is a valid JSON Schema.

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT021",
    name: "input-schema-invalid",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Feathers],
    summary: "An `inputSchema` is a valid JSON Schema.",
    why: "Clients compile the schema to check arguments, and models take it to write them. One that is not valid \
          makes the tool unusable, for some the whole list.",
    remedy: "Correct the place; the default version is 2020-12 unless `$schema` says otherwise.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "str", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let Some(schema) = tool.input().filter(|schema| schema.outside().is_none()) else { return };
    if let Some(fault) = schema.fault() {
        findings.add(format!("{}/inputSchema{}", tool.pointer, fault.pointer), fault.told());
    }
}
