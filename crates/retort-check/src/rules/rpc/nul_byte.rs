//! `nul-byte`: there are no NUL bytes between the tokens.

use retort_core::OddityKind;

use crate::repair::{Fix, Misspelling};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC006",
    name: "nul-byte",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "There are no NUL bytes between the tokens of a message.",
    why: "NUL is no blank in JSON: strict parsers refuse the message. It mostly comes from a buffer that was sent \
          with its padding.",
    remedy: "Send as many bytes as the message has, not as many as the buffer holds.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}‹00›"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-2",
    check: Check::Oddity(OddityKind::NulByte),
    fix: Some(Fix::spelling(Misspelling::Nul)),
};
