//! `id-missing`: an answer names the request that it answers.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC022",
    name: "id-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    revisions: ALWAYS,
    summary: "An answer has the id of its request.",
    why: "Without the id a client cannot tell which call this answers; the call waits until its time is up.",
    remedy: "Copy the `id` of the request into the answer, with its type.",
    bad: r#"{"jsonrpc": "2.0", "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Oddity(OddityKind::IdMissing),
    fix: None,
};
