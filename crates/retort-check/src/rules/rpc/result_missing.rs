//! `result-missing`: an answer is a result or an error.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC028",
    name: "result-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    revisions: ALWAYS,
    summary: "An answer has a result or an error.",
    why: "Clients cannot tell what this message is and drop it; the call waits until its time is up.",
    remedy: "Send `\"result\": {}` where there is nothing to say.",
    bad: r#"{"jsonrpc": "2.0", "id": 1}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Oddity(OddityKind::ResultMissing),
    fix: None,
};
