//! `feathers-error-prefix`: the text of a failed call starts with `Error: `.

use super::shape::no_match;
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA028",
    name: "feathers-error-prefix",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    summary: "The text of a failed call starts with `Error: `.",
    why: "Clients of the server tell failures by it and show what follows.",
    remedy: "Start the text with `Error: `.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Fields array is required"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: Fields array is required"}], "isError": true}}"#,
    source: "FeathersJS MCP server, \"tools/call, Generic error return format\"",
    check: Check::Call(check),
    fix: Some(Fix::safe(|edits, pointer| {
        edits.rewrite(pointer, |text| {
            Some(format!("Error: {}", text.strip_prefix("Error:").unwrap_or(text).trim_start()))
        });
    })),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if !call.is_flagged() || no_match(call).is_some() {
        return;
    }
    if let Some((pointer, text)) = call.first_text().filter(|(_, text)| !starts_right(text)) {
        findings.add(pointer, format!("The text of this error starts otherwise: {}", shortened(&text)));
    }
}

/// Whether a text starts with the prefix and its blank. Of a prefix alone, another rule tells.
fn starts_right(text: &str) -> bool {
    text.strip_prefix("Error:").is_some_and(|said| said.starts_with(' ') || said.trim().is_empty())
}
