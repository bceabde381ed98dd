//! `description-repeats-name`: the description of a tool says more than its name.

use super::words;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT012",
    name: "description-repeats-name",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "The description of a tool says more than its name.",
    why: "The model sees the name already. A description that repeats it costs tokens and tells nothing.",
    remedy: "Say what the tool does, when to use it and what it gives back.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Get weather", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let Some(description) = tool.text("description") else { return };
    if words::says_the_same(&description, &tool.name) {
        let pointer = format!("{}/description", tool.pointer);
        findings.add(pointer, format!("\"{}\" is the name again", shortened(&description)));
    }
}
