//! `invalid-utf8`: messages are UTF-8 to the last byte.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC004",
    name: "invalid-utf8",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "Every byte of a message is UTF-8.",
    why: "A client that decodes strictly drops the whole message, and a lenient one shows a replacement character \
          where the data was: it is lost either way.",
    remedy: "Decode data from files, databases and subprocesses with their own encoding before it goes into a \
             message, and write the message as UTF-8.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "caf‹E9›"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "café"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports",
    check: Check::Oddity(OddityKind::InvalidUtf8),
    fix: None,
};
