//! `feathers-error-not-flagged`: a text that starts with `Error:` has `isError` beside it.

use retort_core::Content;

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::repair::Fix;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA039",
    name: "feathers-error-not-flagged",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "A text that starts with `Error:` has `isError` beside it.",
    why: "Clients tell a failure by the flag. Without it, the message is taken for the payload and parsed.",
    remedy: "Set `isError` to true. Only the payload of a template that does not match goes without.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: Fields array is required"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: Fields array is required"}], "isError": true}}"#,
    source: "FeathersJS MCP server, \"tools/call, Generic error return format\"",
    check: Check::Call(check),
    fix: Some(Fix::guess(|edits, pointer| edits.set(pointer, "isError", "true"))),
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(result) = call.result().filter(|result| !result.is_error) else { return };
    if let Content::Text(text) = &call.payload().content
        && text.as_str().starts_with("Error:")
    {
        let message = format!("The call failed and is not flagged: {}", shortened(text.as_str()));
        findings.add(result.pointer(), message);
    }
}
