//! `structured-content-scalar`: `structuredContent` is an object, not a scalar.

use retort_core::{Kind, OddityKind, Revision};

use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES023",
    name: "structured-content-scalar",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
    summary: "`structuredContent` is an object, not a scalar.",
    why: "Until revision 2026-07-28 the schema has an object there. Strict clients refuse the whole result for \
          anything else.",
    remedy: "Put the value under a key, such as `{\"result\": 22.5}`, and describe that in the `outputSchema`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "22.5"}], "structuredContent": 22.5}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "22.5"}], "structuredContent": {"result": 22.5}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content",
    check: Check::Oddity(OddityKind::StructuredContentScalar),
    fix: Some(Fix::guess(|edits, pointer| {
        if edits.get(pointer).is_some_and(|place| place.kind() != Kind::Object) {
            edits.wrap(pointer, "{\"result\":", "}");
        }
    })),
    ..Rule::COMMON
};
