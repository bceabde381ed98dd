//! `omni-error-unsaid`: the text of a failure says that it is one: it starts with `Error:`, or is JSON with an `error`.

use retort_core::{Format, detect};

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "OMN003",
    name: "omni-error-unsaid",
    severity: Severity::Warning,
    profiles: &[Profile::Omni],
    summary: "The text of a failure says that it is one: it starts with `Error:`, or is JSON with an `error`.",
    why: "Omni does not look at `isError`. A failure whose text reads like any other is shown as a success.",
    remedy: "Start the text with `Error: `.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The API key is not valid for this account."}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: The API key is not valid for this account."}], "isError": true}}"#,
    source: "How Omni Processes MCP Responses, \"Error Response\"",
    check: Check::Call(check),
    fix: Some(Fix::safe(|edits, pointer| {
        edits.rewrite(pointer, |text| Some(format!("Error: {text}")));
    })),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    // That a failure sounds like a success is a finding of its own, and words before it would make it no better.
    if !call.is_flagged() || detect(call.payload(), false).format == Format::Error || call.sounds_well() {
        return;
    }
    let is_silent = |text: &str| !text.trim().is_empty() && !text.starts_with("Error: ");
    if let Some((pointer, text)) = call.first_text().filter(|(_, text)| is_silent(text)) {
        findings.add(pointer, format!("Nothing in the text says that the call failed: {}", shortened(&text)));
    }
}
