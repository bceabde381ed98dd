//! `yourls-success-without-data`: a success has more than its `status`.

use super::status::says;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "YRL009",
    name: "yourls-success-without-data",
    severity: Severity::Warning,
    profiles: &[Profile::Yourls],
    revisions: ALWAYS,
    summary: "A success has more than its `status`.",
    why: "A tool is called for what it gives. A bare status does not even say which URL it is about.",
    remedy: "Add the fields of the tool, or at least a `message`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"success\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"success\", \"message\": \"Short URL deleted\", \"shorturl\": \"abc\"}"}]}}"#,
    source: "yourls-mcp, \"Success Responses\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = call.object().filter(|payload| says(payload, "success")) else { return };
    if payload.fields().all(|(name, _)| name == "status") {
        findings.add_in(call, "", "The payload holds nothing but `status`");
    }
}
