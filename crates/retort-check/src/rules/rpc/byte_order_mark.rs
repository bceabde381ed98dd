//! `byte-order-mark`: what a server sends starts with JSON, not with a byte order mark.

use retort_core::OddityKind;

use crate::repair::{Fix, Safety};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC002",
    name: "byte-order-mark",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "A message starts without a byte order mark.",
    why: "JSON that is exchanged between programs must not start with a byte order mark, and many parsers refuse the \
          first message because of it, which is the answer to `initialize`.",
    remedy: "Write UTF-8 without a signature: `utf-8`, not `utf-8-sig`; on Windows, `new UTF8Encoding(false)`.",
    bad: r#"‹EF BB BF›{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-8.1",
    check: Check::Oddity(OddityKind::ByteOrderMark),
    fix: Some(Fix::around(Safety::Safe)),
};
