//! `yourls-error-code-on-success`: a success does not carry the code of an error.

use super::status::says;
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "YRL008",
    name: "yourls-error-code-on-success",
    severity: Severity::Warning,
    profiles: &[Profile::Yourls],
    revisions: ALWAYS,
    summary: "A success does not carry the code of an error.",
    why: "A client that looks at `code` takes the success for a failure.",
    remedy: "Leave `code` out of successes, or report the failure as one.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"success\", \"shorturl\": \"https://example.com/abc\", \"url\": \"https://example.com\", \"code\": \"keyword_exists\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"success\", \"shorturl\": \"https://example.com/abc\", \"url\": \"https://example.com\", \"title\": \"Example\"}"}]}}"#,
    source: "yourls-mcp, \"Common Error Types\"",
    check: Check::Call(check),
    fix: None,
};

const CODES: [&str; 4] = ["unknown_error", "not_found", "keyword_exists", "keyword_conflict"];

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = call.object().filter(|payload| says(payload, "success")) else { return };
    let Some(code) = payload.get("code") else { return };
    if code.to_text().is_some_and(|code| code.starts_with("error:") || CODES.contains(&code.as_ref())) {
        findings.add_in(call, "/code", format!("The status is `success`, and the code is {}", quoted(&code)));
    }
}
