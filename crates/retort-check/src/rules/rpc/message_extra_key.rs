//! `message-extra-key`: a message has the members of JSON-RPC and no others.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC034",
    name: "message-extra-key",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "An answer has no members beside those of JSON-RPC.",
    why: "Strict clients, those made with the TypeScript SDK among them, refuse a message with an unknown member as \
          a whole; others drop what it says.",
    remedy: "Put what else there is to say into `_meta` of the result or `data` of the error.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}, "took": 12}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": 12}}}"#,
    source: "https://www.jsonrpc.org/specification#response_object",
    check: Check::Oddity(OddityKind::MessageExtraKey),
    fix: None,
};
