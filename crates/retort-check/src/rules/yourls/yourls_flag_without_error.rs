//! `yourls-flag-without-error`: a result with `isError` has the status `error`.

use super::status::says;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "YRL006",
    name: "yourls-flag-without-error",
    severity: Severity::Error,
    profiles: &[Profile::Yourls],
    revisions: ALWAYS,
    summary: "A result with `isError` has the status `error`.",
    why: "One client goes by the flag, another by the status. Where they disagree, so do the clients.",
    remedy: "Set both in one place, as the library's own function does.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"success\", \"shorturl\": \"https://example.com/abc\", \"url\": \"https://example.com\", \"title\": \"Example\"}"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"error\", \"message\": \"This URL appears to be a shortened URL already.\", \"code\": \"error:already_shortened\", \"originalUrl\": \"https://example.com/abc\"}"}], "isError": true}}"#,
    source: "yourls-mcp, \"Error Responses\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = call.object().filter(|_| call.is_flagged()) else { return };
    if let Some(status) = ["success", "info"].into_iter().find(|status| says(payload, status)) {
        findings.add_in(call, "/status", format!("The result has `isError`: true, and its status is `{status}`"));
    }
}
