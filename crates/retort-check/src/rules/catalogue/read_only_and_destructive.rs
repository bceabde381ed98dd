//! `read-only-and-destructive`: a tool that only reads does not destroy.

use retort_core::Revision;

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT033",
    name: "read-only-and-destructive",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_03_26..=Revision::V2026_07_28,
    summary: "A tool that only reads does not destroy.",
    why: "Clients let tools that only read pass without asking. Where the same tool says that it destroys, one of the \
          two is wrong, and a guess may cost data.",
    remedy: "Set `readOnlyHint` to false, or take `destructiveHint` away.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": true, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations",
    check: Check::Tool(check),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let says = |name: &str| tool.annotation(name).and_then(|hint| hint.to_bool()) == Some(true);
    if says("readOnlyHint") && says("destructiveHint") {
        let words = "`readOnlyHint` and `destructiveHint` are both true";
        findings.add(format!("{}/annotations/destructiveHint", tool.pointer), words);
    }
}
