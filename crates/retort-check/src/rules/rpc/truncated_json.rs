//! `truncated-json`: messages are complete.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC008",
    name: "truncated-json",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "A message is complete.",
    why: "The end of the message never came: no strict client can read any of it, and the call fails or waits until \
          its time is up.",
    remedy: "Flush before the process ends, write whole messages at once, and look for a limit on the way that cuts \
             long bodies.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hel"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-2",
    check: Check::Oddity(OddityKind::TruncatedJson),
    fix: None,
};
