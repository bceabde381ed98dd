//! `batch`: messages come one by one.

use retort_core::Revision;

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "RPC041",
    name: "batch",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_06_18..=Revision::V2026_07_28,
    summary: "Messages are sent one by one, not as an array.",
    why: "Only revision 2025-03-26 has batches. Clients of later revisions expect an object and drop the array with \
          every answer in it.",
    remedy: "Send every answer as a message of its own: one a line, or one an event.",
    bad: r#"[{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}, {"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "goodbye"}]}}]"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "goodbye"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-06-18/changelog",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    if let Some(index) = exchange.message.batch {
        findings.add("", format!("This answer is item {index} of an array"));
    }
}
