//! `read-only-by-name-not`: a tool with `readOnlyHint: true` is not named for a change.

use retort_core::Revision;

use super::words;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT035",
    name: "read-only-by-name-not",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_03_26..=Revision::V2026_07_28,
    summary: "A tool with `readOnlyHint: true` is not named for a change.",
    why: "Clients call such tools without asking. A tool called `delete_note` that claims to read only is a mistake \
          or a trap.",
    remedy: "Correct the annotation, or the name.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "create_note", "title": "New note", "description": "Writes a new note with the text that is given.", "inputSchema": {"type": "object", "properties": {"text": {"type": "string", "description": "The text of the note."}}, "required": ["text"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "create_note", "title": "New note", "description": "Writes a new note with the text that is given.", "inputSchema": {"type": "object", "properties": {"text": {"type": "string", "description": "The text of the note."}}, "required": ["text"], "additionalProperties": false}, "annotations": {"readOnlyHint": false, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations",
    check: Check::Tool(check),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    if tool.annotation("readOnlyHint").and_then(retort_core::Raw::to_bool) != Some(true) {
        return;
    }
    if let Some(verb) = words::changing(&tool.name) {
        let pointer = format!("{}/annotations/readOnlyHint", tool.pointer);
        findings.add(pointer, format!("`{}` is to `{verb}` something, and only to read", shortened(&tool.name)));
    }
}
