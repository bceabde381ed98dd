//! `carriage-return`: lines end in a line feed alone.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC005",
    name: "carriage-return",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "Messages are parted by line feeds alone, without carriage returns.",
    why: "On standard output a line feed ends a message. Most clients take the carriage return before it for a \
          blank; those that compare or hash lines do not.",
    remedy: "Open standard output in binary mode, or set its line ending to `\\n`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}‹0D›
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "hello"}]}}‹0D›
"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "hello"}]}}
"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio",
    check: Check::Oddity(OddityKind::CarriageReturn),
    fix: None,
};
