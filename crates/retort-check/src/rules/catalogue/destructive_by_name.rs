//! `destructive-by-name`: a tool that is named for destroying does not say `destructiveHint: false`.

use retort_core::Revision;

use super::words;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT036",
    name: "destructive-by-name",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_03_26..=Revision::V2026_07_28,
    summary: "A tool that is named for destroying does not say `destructiveHint: false`.",
    why: "Clients ask before they let a tool destroy something. The hint takes that question away from the person.",
    remedy: "Set `destructiveHint` to true, or leave it away: true is the default.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "delete_note", "title": "Delete a note", "description": "Deletes the note with the id that is given.", "inputSchema": {"type": "object", "properties": {"id": {"type": "string", "description": "The id of the note."}}, "required": ["id"], "additionalProperties": false}, "annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "delete_note", "title": "Delete a note", "description": "Deletes the note with the id that is given.", "inputSchema": {"type": "object", "properties": {"id": {"type": "string", "description": "The id of the note."}}, "required": ["id"], "additionalProperties": false}, "annotations": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": true, "openWorldHint": false}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations",
    check: Check::Tool(check),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let hint = |name: &str| tool.annotation(name).and_then(retort_core::Raw::to_bool);
    if hint("destructiveHint") != Some(false) || hint("readOnlyHint") == Some(true) {
        return;
    }
    if let Some(verb) = words::destroying(&tool.name) {
        let pointer = format!("{}/annotations/destructiveHint", tool.pointer);
        findings.add(pointer, format!("`{}` is to `{verb}` something", shortened(&tool.name)));
    }
}
