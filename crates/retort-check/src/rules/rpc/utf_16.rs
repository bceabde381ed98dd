//! `utf-16`: messages are UTF-8.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC003",
    name: "utf-16",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "A message is encoded in UTF-8.",
    why: "MCP messages must be UTF-8. A client that reads UTF-16 as UTF-8 finds a NUL after every letter and drops \
          the line.",
    remedy: "Set the encoding of standard output or of the HTTP body to UTF-8.",
    bad: r#"‹UTF-16›{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports",
    check: Check::Oddity(OddityKind::Utf16),
    fix: None,
};
