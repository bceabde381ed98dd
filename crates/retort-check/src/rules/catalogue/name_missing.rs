//! `name-missing`: a tool has a name.

use retort_core::Kind;

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT003",
    name: "name-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Feathers],
    summary: "A tool has a name.",
    why: "The name is what a tool is called by. Strict clients refuse the whole list because of one tool without it.",
    remedy: "Give the tool a `name`, such as `get_weather`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    if tool.raw.kind() == Kind::Object && tool.name.is_empty() {
        match tool.get("name") {
            Some(name) => findings.add(format!("{}/name", tool.pointer), format!("{} is no name", quoted(name))),
            None => findings.add(tool.pointer.as_str(), "there is no `name`"),
        }
    }
}
