//! `yourls-status-unknown`: the `status` of a payload is `success` or `error`; servers also send `info`.

use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "YRL003",
    name: "yourls-status-unknown",
    severity: Severity::Error,
    profiles: &[Profile::Yourls],
    revisions: ALWAYS,
    summary: "The `status` of a payload is `success` or `error`; servers also send `info`.",
    why: "Clients compare the status with these words. Any other one, `fail` of the YOURLS API among them, is \
          neither.",
    remedy: "Translate the status of the YOURLS API: `fail` is `error`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"fail\", \"message\": \"URL not found\", \"code\": \"not_found\"}"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"error\", \"message\": \"URL not found\", \"code\": \"not_found\"}"}], "isError": true}}"#,
    source: "yourls-mcp, \"Response Structure\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(status) = call.object().and_then(|payload| payload.get("status")) else { return };
    if !matches!(status.as_str(), r#""success""# | r#""error""# | r#""info""#) {
        findings.add_in(call, "/status", format!("`status` is {}", quoted(&status)));
    }
}
