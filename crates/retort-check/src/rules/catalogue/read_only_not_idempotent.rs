//! `read-only-not-idempotent`: a tool that only reads may be called again.

use retort_core::Revision;

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT034",
    name: "read-only-not-idempotent",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_03_26..=Revision::V2026_07_28,
    summary: "A tool that only reads may be called again.",
    why: "What changes nothing changes nothing the second time either. `idempotentHint: false` beside `readOnlyHint: \
          true` makes a reader doubt both.",
    remedy: "Take `idempotentHint` away; it says something only of tools that change things.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": false, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations",
    check: Check::Tool(check),
    fix: None,
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let hint = |name: &str| tool.annotation(name).and_then(|hint| hint.to_bool());
    if hint("readOnlyHint") == Some(true) && hint("idempotentHint") == Some(false) {
        let words = "`readOnlyHint` is true and `idempotentHint` false";
        findings.add(format!("{}/annotations/idempotentHint", tool.pointer), words);
    }
}
