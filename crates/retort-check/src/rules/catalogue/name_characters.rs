//! `name-characters`: the name of a tool has only letters, digits, `_`, `-` and `.`.

use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT004",
    name: "name-characters",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "The name of a tool has only letters, digits, `_`, `-` and `.`.",
    why: "Models take no other characters in a name. Clients then drop the tool, rename it, or fail with the whole \
          list.",
    remedy: "Write `get_weather` in place of `get weather`; put words for people into `title`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names",
    check: Check::Tool(check),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let is_allowed = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-' | '.' | '/');
    if let Some(other) = tool.name.chars().find(|char| !is_allowed(*char)) {
        findings.add(format!("{}/name", tool.pointer), format!("`{}` has {other:?} in it", shortened(&tool.name)));
    }
}
