//! `yourls-code-not-string`: the `code` of an error is a word, such as `not_found`.

use super::status::says;
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "YRL007",
    name: "yourls-code-not-string",
    severity: Severity::Warning,
    profiles: &[Profile::Yourls],
    revisions: ALWAYS,
    summary: "The `code` of an error is a word, such as `not_found`.",
    why: "The codes are the same across tools so that clients can compare them. A number of another system, a \
          sentence and null are none of them.",
    remedy: "Send one of the documented codes, `unknown_error` where none fits; put the HTTP status into a field of \
          its own.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"error\", \"message\": \"URL not found\", \"code\": 404}"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"error\", \"message\": \"URL not found\", \"code\": \"not_found\"}"}], "isError": true}}"#,
    source: "yourls-mcp, \"Common Error Types\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = call.object().filter(|payload| says(payload, "error")) else { return };
    let Some(code) = payload.get("code") else { return };
    if !code.to_text().is_some_and(|code| is_word(&code)) {
        findings.add_in(call, "/code", format!("`code` is no word: {}", quoted(&code)));
    }
}

/// Whether a code is one word, as `not_found` and `error:already_shortened` are.
fn is_word(code: &str) -> bool {
    let is_part = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-' | ':' | '.');
    code.starts_with(|first: char| first.is_ascii_alphabetic()) && code.chars().all(is_part)
}
