//! `invalid-json`: messages are JSON.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC009",
    name: "invalid-json",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "What is written like JSON is JSON.",
    why: "No client can read it as a message, so the answer counts as missing.",
    remedy: "Let a JSON library write the message; do not put it together from pieces of text.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "isError": False}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "isError": false}}"#,
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-2",
    check: Check::Oddity(OddityKind::InvalidJson),
    fix: None,
};
