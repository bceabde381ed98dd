//! `stream-line`: an event stream has nothing but events in it.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC011",
    name: "stream-line",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "Every line of an event stream is a field, a comment or empty.",
    why: "Readers of event streams skip lines with unknown fields, so whatever stands there is lost; data that is no \
          JSON makes them fail.",
    remedy: "Write `data: ` before every line of a message, and a `:` before lines that are only meant to keep the \
             connection open.",
    bad: r#"event: message
data: {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}

keep-alive

"#,
    good: r#"event: message
data: {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}

: keep-alive

"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http",
    check: Check::Oddity(OddityKind::StreamLine),
    fix: None,
};
