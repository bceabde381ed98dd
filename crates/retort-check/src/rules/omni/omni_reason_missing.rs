//! `omni-reason-missing`: a failure says what went wrong.

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "OMN004",
    name: "omni-reason-missing",
    severity: Severity::Warning,
    profiles: &[Profile::Omni],
    summary: "A failure says what went wrong.",
    why: "A red box with nothing but \"Error\" in it helps nobody: people cannot mend what they are not told.",
    remedy: "Say what was wrong with what: `{\"error\": \"API key invalid\", \"code\": \"AUTH_ERROR\", \"details\": \
          …}`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"success\": false}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"success\": false, \"error\": \"API key invalid\", \"code\": \"AUTH_ERROR\", \"details\": \"The provided API key does not exist\"}"}]}}"#,
    source: "How Omni Processes MCP Responses, \"Best Practices, DO 5\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

/// Words that only say that something failed.
#[rustfmt::skip]
const EMPTY: [&str; 16] = [
    "", "error", "fail", "failed", "failure", "false", "true", "null", "none", "undefined", "unknown", "unknown error",
    "an error occurred", "something went wrong", "internal error", "internal server error",
];

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    // Of failures that are flagged, other rules tell.
    if call.error().is_some() || call.is_flagged() {
        return;
    }
    let Some(error) = call.envelope().error() else { return };
    let said = error.message.trim().trim_end_matches(['.', '!', ':']).to_lowercase();
    // Where no member of a payload is a message, the whole payload stands for it.
    let is_payload = call.object().is_some() && said.starts_with('{');
    let says_nothing = EMPTY.contains(&said.as_str()) && error.details.is_none();
    if is_payload || says_nothing {
        findings.add_in(call, "", format!("All that this failure says is: {}", shortened(&error.message)));
    }
}
