//! `trailing-data`: an event of a stream holds one message and nothing behind it.

use retort_core::OddityKind;

use crate::repair::{Fix, Safety};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC010",
    name: "trailing-data",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "Nothing follows the message in an event.",
    why: "A client hands the data of an event to its JSON parser as a whole: one character behind the message, and \
          the message is lost.",
    remedy: "End the event after the message, and put anything else into an event of its own.",
    bad: r#"event: message
data: {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}} done

"#,
    good: r#"event: message
data: {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}

"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http",
    check: Check::Oddity(OddityKind::TrailingData),
    fix: Some(Fix::around(Safety::Unsafe)),
};
