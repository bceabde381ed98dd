//! `tool-member-wrong-type`: `title` and `description` of a tool are strings, or left away.

use retort_core::Kind;

use crate::finding::{Findings, quoted};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT009",
    name: "tool-member-wrong-type",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Feathers],
    summary: "`title` and `description` of a tool are strings, or left away.",
    why: "Strict clients refuse the whole list because of one `null`, and show no tool at all.",
    remedy: "Leave the member away where there is nothing to say.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": null, "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    fix: Some(Fix::guess(|edits, pointer| {
        if edits.is(pointer, "null") {
            edits.remove(pointer);
        }
    })),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    for name in ["title", "description"] {
        if let Some(value) = tool.get(name).filter(|value| value.kind() != Kind::String) {
            findings.add(format!("{}/{name}", tool.pointer), format!("`{name}` is {}, not a string", quoted(value)));
        }
    }
}
