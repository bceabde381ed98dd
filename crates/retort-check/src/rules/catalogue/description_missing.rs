//! `description-missing`: a tool has a description.

use retort_core::Kind;

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT010",
    name: "description-missing",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Feathers],
    summary: "A tool has a description.",
    why: "A model chooses tools by their descriptions. Without one it has only the name to guess from.",
    remedy: "Say in a sentence or two what the tool does, when to use it and what it gives back.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let is_missing = match tool.get("description") {
        None => tool.raw.kind() == Kind::Object,
        Some(description) => description.to_text().is_some_and(|text| text.trim().is_empty()),
    };
    if is_missing {
        findings.add(tool.pointer.as_str(), "there is no description");
    }
}
