//! `yourls-message-not-string`: the `message` of a payload is a string.

use retort_core::Kind;

use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "YRL005",
    name: "yourls-message-not-string",
    severity: Severity::Error,
    profiles: &[Profile::Yourls],
    revisions: ALWAYS,
    summary: "The `message` of a payload is a string.",
    why: "Clients show it as it is; an object becomes `[object Object]`.",
    remedy: "Write a sentence, and put details into fields of their own.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"error\", \"message\": {\"reason\": \"URL not found\"}, \"code\": \"not_found\"}"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"error\", \"message\": \"URL not found\", \"code\": \"not_found\"}"}], "isError": true}}"#,
    source: "yourls-mcp, \"Error Responses\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(message) = call.object().and_then(|payload| payload.get("message")) else { return };
    if message.kind() != Kind::String && !message.is_blank() {
        findings.add_in(call, "/message", format!("`message` is no string: {}", quoted(&message)));
    }
}
