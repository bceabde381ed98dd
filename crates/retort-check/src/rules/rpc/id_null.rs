//! `id-null`: the id of an answer is not null.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC023",
    name: "id-null",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "The id of a result is not null.",
    why: "Only an error for a request that could not be read may have no id. A client cannot match this result to \
          its call, which waits until its time is up.",
    remedy: "Copy the `id` of the request into the answer.",
    bad: r#"{"jsonrpc": "2.0", "id": null, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Oddity(OddityKind::IdNull),
    fix: None,
};
