//! `control-character`: control characters in strings are escaped.

use retort_core::OddityKind;

use crate::repair::{Fix, Misspelling};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC014",
    name: "control-character",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "Control characters in a string are escaped.",
    why: "A line break, tab or escape that stands in a string as it is makes strict parsers refuse the message; on \
          standard output a line break also ends it early.",
    remedy: "Let a JSON library write the strings: a line break is `\\n`, a tab is `\\t`, others are `\\u00XX`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": "1‹09›s"}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "_meta": {"example.com/took": "1\ts"}}}"#,
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-7",
    check: Check::Oddity(OddityKind::ControlCharacter),
    fix: Some(Fix::spelling(Misspelling::ControlCharacter)),
};
