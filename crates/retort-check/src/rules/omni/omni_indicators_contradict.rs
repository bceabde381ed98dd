//! `omni-indicators-contradict`: the indicators of success and failure agree: `success`, `status` and `error`.

use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "OMN005",
    name: "omni-indicators-contradict",
    severity: Severity::Warning,
    profiles: &[Profile::Omni],
    summary: "The indicators of success and failure agree: `success`, `status` and `error`.",
    why: "One reader looks at `success`, another at `error`. Where they disagree, the same answer is a success to \
          one and a failure to the other.",
    remedy: "Set all of them in one place.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"success\": true, \"error\": \"API key invalid\", \"code\": \"AUTH_ERROR\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"success\": false, \"error\": \"API key invalid\", \"code\": \"AUTH_ERROR\"}"}]}}"#,
    source: "How Omni Processes MCP Responses, \"Best Practices, DO 2\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = call.object() else { return };
    let success = payload.get("success").and_then(|flag| flag.to_bool());
    let status = payload.get("status").and_then(|status| status.to_text().map(|text| text.to_lowercase()));
    let went_well = match (success, status.as_deref()) {
        (Some(true), Some("error" | "fail" | "failed" | "failure")) => {
            return findings.add_in(call, "/status", "`success` is true, and `status` says that the call failed");
        }
        (Some(false), Some("success" | "succeeded")) => {
            return findings.add_in(call, "/status", "`success` is false, and `status` says that the call succeeded");
        }
        (Some(flag), _) => flag,
        (None, status) => status == Some("success"),
    };
    if !went_well {
        return;
    }
    let error = payload.get("error").filter(|error| !error.is_blank() && error.as_str() != "false");
    if let Some(error) = error {
        findings.add_in(
            call,
            "/error",
            format!("The payload says that it succeeded, and has an error: {}", quoted(&error)),
        );
    }
}
