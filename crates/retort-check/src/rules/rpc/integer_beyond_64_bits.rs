//! `integer-beyond-64-bits`: whole numbers fit into 64 bits.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC018",
    name: "integer-beyond-64-bits",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "A whole number fits into 64 bits.",
    why: "Most readers turn such a number into a floating-point one and lose its last digits; as an id it then names \
          something else.",
    remedy: "Send ids and big numbers as strings.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": 123456789012345678901234567890}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": "123456789012345678901234567890"}}}"#,
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-6",
    check: Check::Oddity(OddityKind::IntegerBeyond64Bits),
    fix: None,
};
