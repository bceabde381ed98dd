//! `id-wrong-type`: ids are strings or numbers.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC024",
    name: "id-wrong-type",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    revisions: ALWAYS,
    summary: "An id is a string or a number.",
    why: "Clients send strings and numbers as ids, so no call can match this one.",
    remedy: "Copy the `id` of the request into the answer as it came.",
    bad: r#"{"jsonrpc": "2.0", "id": [1], "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Oddity(OddityKind::IdWrongType),
    fix: None,
};
