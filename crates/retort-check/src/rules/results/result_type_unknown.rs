//! `result-type-unknown`: `resultType` is `complete`, `input_required` or `task`.

use retort_core::{OddityKind, Revision};

use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES027",
    name: "result-type-unknown",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2026_07_28..=Revision::V2026_07_28,
    summary: "`resultType` is `complete`, `input_required` or `task`.",
    why: "Since revision 2026-07-28 clients read a result by its `resultType`. One that they do not know is an error \
          to them, whatever else the result holds.",
    remedy: "Send `\"resultType\": \"complete\"` with a finished result.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "done", "content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2026-07-28/schema#result",
    check: Check::Oddity(OddityKind::ResultTypeUnknown),
    fix: None,
};
