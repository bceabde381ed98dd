//! `title-missing`: a tool has a `title`.

use retort_core::Revision;

use super::listing;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::{Session, Tool};

pub(super) const RULE: Rule = Rule {
    id: "CAT016",
    name: "title-missing",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_06_18..=Revision::V2026_07_28,
    summary: "A tool has a `title`.",
    why: "The name is for programs. Without a title people see it in lists and when they are asked to approve a call.",
    remedy: "Add a `title` of a few words.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    let is_bare =
        |tool: &Tool| !tool.name.is_empty() && tool.get("title").is_none() && tool.annotation("title").is_none();
    listing::tell(session, findings, is_bare, "no title");
}
