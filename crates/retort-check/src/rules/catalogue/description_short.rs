//! `description-short`: the description of a tool has more than two words.

use super::words;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT011",
    name: "description-short",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "The description of a tool has more than two words.",
    why: "One or two words add nothing to the name: the model cannot tell when to use the tool, nor what comes back.",
    remedy: "Say what the tool does, when to use it and what it gives back.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Weather data", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let Some(description) = tool.text("description") else { return };
    // Not every script parts words by blanks.
    let is_short = description.is_ascii() && (1..3).contains(&description.split_ascii_whitespace().count());
    if is_short && !words::says_the_same(&description, &tool.name) {
        let pointer = format!("{}/description", tool.pointer);
        findings.add(pointer, format!("\"{}\" is all that it says", shortened(&description)));
    }
}
