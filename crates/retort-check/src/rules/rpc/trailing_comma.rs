//! `trailing-comma`: no comma stands before a closing bracket.

use retort_core::OddityKind;

use crate::repair::{Fix, Misspelling};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC013",
    name: "trailing-comma",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "There is no comma before a closing bracket.",
    why: "Strict parsers refuse the message as a whole.",
    remedy: "Let a JSON library write the message, or leave out the comma behind the last item.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": [1, 2,]}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": [1, 2]}}}"#,
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-2",
    check: Check::Oddity(OddityKind::TrailingComma),
    fix: Some(Fix::spelling(Misspelling::TrailingComma)),
};
