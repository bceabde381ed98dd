//! `result-beside-error`: an answer is a result or an error.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC027",
    name: "result-beside-error",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    revisions: ALWAYS,
    summary: "An answer has a result or an error, never both.",
    why: "Some clients take the result and some the error: one half of the answer is lost, and nobody knows which \
          was meant.",
    remedy: "Send the error alone where the request failed. What there is of a result can go into `error.data`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Oddity(OddityKind::ResultBesideError),
    fix: None,
};
