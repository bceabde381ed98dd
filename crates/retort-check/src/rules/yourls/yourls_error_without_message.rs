//! `yourls-error-without-message`: an error has a `message` that describes it.

use super::status::says;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "YRL004",
    name: "yourls-error-without-message",
    severity: Severity::Error,
    profiles: &[Profile::Yourls],
    revisions: ALWAYS,
    summary: "An error has a `message` that describes it.",
    why: "Clients show the message. Without one, all that a person learns is that something failed.",
    remedy: "Add `message` with a sentence about what went wrong.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"error\", \"code\": \"not_found\"}"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"error\", \"message\": \"URL not found\", \"code\": \"not_found\"}"}], "isError": true}}"#,
    source: "yourls-mcp, \"Error Responses\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = call.object() else { return };
    if !says(payload, "error") || !payload.knows_all() {
        return;
    }
    match payload.get("message") {
        None => findings.add_in(call, "", "The error has no `message`"),
        Some(message) if message.is_blank() => findings.add_in(call, "/message", "The message of the error is empty"),
        Some(_) => {}
    }
}
