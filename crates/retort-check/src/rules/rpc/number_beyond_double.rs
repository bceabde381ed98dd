//! `number-beyond-double`: numbers fit into a double.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC019",
    name: "number-beyond-double",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "A number is within what a double holds.",
    why: "Parsers make it infinite or refuse the message as a whole.",
    remedy: "Send such a number as a string, or `null` where it only stands for “no limit”.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": 1e999}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": null}}}"#,
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-6",
    check: Check::Oddity(OddityKind::NumberBeyondDouble),
    fix: None,
};
