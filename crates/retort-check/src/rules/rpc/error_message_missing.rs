//! `error-message-missing`: an error says what happened.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC030",
    name: "error-message-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    revisions: ALWAYS,
    summary: "An error has a message.",
    why: "The message is what people and models get to see. Strict clients drop an error without one.",
    remedy: "Say in one sentence what happened and what can be done.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}}"#,
    source: "https://www.jsonrpc.org/specification#error_object",
    check: Check::Oddity(OddityKind::ErrorMessageMissing),
    fix: None,
};
