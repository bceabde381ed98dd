//! `annotations-missing`: a tool has annotations that say what it changes.

use retort_core::Revision;

use super::listing;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::{Session, Tool};

pub(super) const RULE: Rule = Rule {
    id: "CAT017",
    name: "annotations-missing",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_03_26..=Revision::V2026_07_28,
    summary: "A tool has annotations that say what it changes.",
    why: "Without them a client must take every tool for one that destroys things and reaches out into the world, and \
          asks before each call.",
    remedy: "Add `annotations` with `readOnlyHint`, and `destructiveHint` where it changes something.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    let is_bare = |tool: &Tool| !tool.name.is_empty() && tool.get("annotations").is_none();
    listing::tell(session, findings, is_bare, "no annotations");
}
