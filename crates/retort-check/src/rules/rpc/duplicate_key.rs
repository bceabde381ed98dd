//! `duplicate-key`: an object has every key once.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC017",
    name: "duplicate-key",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "An object has every key once.",
    why: "Which of the values counts is up to the parser: most take the last, some the first, some fail. Clients see \
          different answers.",
    remedy: "Give each value a name of its own, or put the values into an array.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": {"ms": 12, "ms": 15}}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": {"ms": [12, 15]}}}}"#,
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-4",
    check: Check::Oddity(OddityKind::DuplicateKey),
    fix: None,
};
