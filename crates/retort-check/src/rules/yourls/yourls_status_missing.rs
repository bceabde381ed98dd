//! `yourls-status-missing`: a payload has the member `status`.

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "YRL002",
    name: "yourls-status-missing",
    severity: Severity::Error,
    profiles: &[Profile::Yourls],
    revisions: ALWAYS,
    summary: "A payload has the member `status`.",
    why: "It is the first thing that clients look at once the text is parsed.",
    remedy: "Add `\"status\": \"success\"` or `\"status\": \"error\"`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"shorturl\": \"https://example.com/abc\", \"url\": \"https://example.com\", \"title\": \"Example\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"success\", \"shorturl\": \"https://example.com/abc\", \"url\": \"https://example.com\", \"title\": \"Example\"}"}]}}"#,
    source: "yourls-mcp, \"Working with Responses\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = call.object() else { return };
    if payload.get("status").is_none() && payload.knows_all() {
        findings.add_in(call, "", "The payload has no `status`");
    }
}
