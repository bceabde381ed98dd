//! `invalid-escape`: strings use no other escapes than those of JSON.

use retort_core::OddityKind;

use crate::repair::{Fix, Misspelling};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC016",
    name: "invalid-escape",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "Every escape in a string is one that JSON has.",
    why: "Strict parsers refuse the message as a whole. Paths of Windows and regular expressions that were not \
          escaped are the usual reason.",
    remedy: "Let a JSON library write the strings: a backslash is `\\\\`, and a single quote needs no escape.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": "C:\dir"}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": "C:\\dir"}}}"#,
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-7",
    check: Check::Oddity(OddityKind::InvalidEscape),
    fix: Some(Fix::spelling(Misspelling::InvalidEscape)),
};
