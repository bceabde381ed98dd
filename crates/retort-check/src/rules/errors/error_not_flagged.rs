//! `error-not-flagged`: a result that reports a failure has `isError: true`.

use retort_core::{Raw, ResultKind};

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::repair::Fix;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR001",
    name: "error-not-flagged",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls],
    revisions: ALWAYS,
    summary: "A result that reports a failure has `isError: true`.",
    why: "Clients and models tell a failure from an answer by `isError`. Without it, an error message is taken \
          for the answer: the call counts as done, and nobody tries again.",
    remedy: "Set `isError` to true on every result that reports a failure; most frameworks do so when the tool \
          raises.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: the city Atlantis is not known; try another spelling"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: the city Atlantis is not known; try another spelling"}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    fix: Some(Fix::guess(|edits, pointer| edits.set(pointer, "isError", "true"))),
};

/// What a tool itself says of a failure is no longer than this, in bytes.
const LONGEST_REPORT: usize = 400;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(result) = call.result().filter(|result| !result.is_error && result.kind == ResultKind::ToolCall) else {
        return;
    };
    // A file or a page may be about an error, and a call may ask for one; a short text of either is the tool's own.
    let is_long = || call.texts().map(|(_, text)| text.len()).sum::<usize>() > LONGEST_REPORT;
    let is_asked_for = |value: &Raw| value.to_text().is_some_and(|text| text.to_lowercase().contains("error"));
    let asks = || call.arguments().is_some_and(|given| given.members().any(|(_, value)| is_asked_for(&value)));
    if call.hands_on() && is_long() || asks() {
        return;
    }
    if let Some(error) = call.envelope().error() {
        if is_verdict(call) || is_about_one_of_many(call, &error.message) {
            findings.soften();
        }
        let message = format!("the result reports a failure without `isError`: {}", shortened(&error.message));
        findings.add(result.pointer(), message);
    }
}

/// Whether a failure is that of one of the things that were asked for: whoever asks for many at once is told of each.
fn is_about_one_of_many(call: &Call<'_>, message: &str) -> bool {
    let Some(given) = call.arguments() else { return false };
    let mut asked = given.members().flat_map(|(_, value)| value.items().collect::<Vec<_>>());
    asked.any(|item| item.to_text().is_some_and(|item| !item.is_empty() && message.starts_with(&*item)))
}

/// Whether the result says that what was judged did not pass, and not that the tool failed: that would have a reason.
fn is_verdict(call: &Call<'_>) -> bool {
    const REASONS: [&str; 7] = ["error", "errors", "message", "msg", "reason", "detail", "details"];
    let gives_reason = |raw: &Raw| {
        let is_reason = |name: &str| REASONS.iter().any(|reason| name.eq_ignore_ascii_case(reason));
        raw.members().any(|(name, value)| is_reason(&name) && !value.is_blank())
    };
    call.judges() && call.document().is_some_and(|document| !gives_reason(document.raw()))
}
