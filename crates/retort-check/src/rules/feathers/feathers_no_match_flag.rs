//! `feathers-no-match-flag`: that no template matches is no failure of the call: `isError` is not set.

use super::shape::no_match;
use crate::call::Call;
use crate::finding::Findings;
use crate::repair::{Edits, Fix};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA017",
    name: "feathers-no-match-flag",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    summary: "That no template matches is no failure of the call: `isError` is not set.",
    why: "Clients retry or give up on flagged errors. This answer is one to read, and to choose otherwise.",
    remedy: "Leave `isError` out.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"error\": \"No matching templates found for the specified configuration\", \"database\": \"sqlite\", \"auth\": false, \"typescript\": true, \"version\": \"v5\"}"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"error\": \"No matching templates found for the specified configuration\", \"database\": \"sqlite\", \"auth\": false, \"typescript\": true, \"version\": \"v5\"}"}]}}"#,
    source: "FeathersJS MCP server, \"get_feathers_template, Notes\"",
    check: Check::Call(check),
    fix: Some(Fix::guess(Edits::remove)),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if let (Some(result), Some(_), true) = (call.result(), no_match(call), call.is_flagged()) {
        let message = "No template matches, and the result is flagged as an error";
        findings.add(format!("{}/isError", result.pointer()), message);
    }
}
