//! `structured-content-array`: `structuredContent` is an object, not an array.

use retort_core::{Kind, OddityKind, Revision};

use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES022",
    name: "structured-content-array",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
    summary: "`structuredContent` is an object, not an array.",
    why: "Until revision 2026-07-28 the schema has an object there. Strict clients refuse the whole result for an \
          array.",
    remedy: "Put the array under a key, such as `{\"result\": […]}`, and describe that in the `outputSchema`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Red and green."}], "structuredContent": ["red", "green"]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Red and green."}], "structuredContent": {"result": ["red", "green"]}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content",
    check: Check::Oddity(OddityKind::StructuredContentArray),
    fix: Some(Fix::guess(|edits, pointer| {
        if edits.get(pointer).is_some_and(|place| place.kind() != Kind::Object) {
            edits.wrap(pointer, "{\"result\":", "}");
        }
    })),
    ..Rule::COMMON
};
