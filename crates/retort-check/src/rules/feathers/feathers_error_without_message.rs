//! `feathers-error-without-message`: the text of a failed call says after `Error: ` what went wrong.

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA038",
    name: "feathers-error-without-message",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "The text of a failed call says after `Error: ` what went wrong.",
    why: "A prefix alone tells neither people nor models what to change.",
    remedy: "Write the message of the exception.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: "}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: Fields array is required"}], "isError": true}}"#,
    source: "FeathersJS MCP server, \"tools/call, Generic error return format\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if !call.is_flagged() {
        return;
    }
    let says_nothing = |text: &str| text.strip_prefix("Error:").is_some_and(|said| said.trim().is_empty());
    if let Some((pointer, _)) = call.first_text().filter(|(_, text)| says_nothing(text)) {
        findings.add(pointer, "Nothing follows the prefix");
    }
}
