//! `omni-indicator-not-boolean`: the `success` of a payload is true or false.

use retort_core::Kind;

use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "OMN006",
    name: "omni-indicator-not-boolean",
    severity: Severity::Warning,
    profiles: &[Profile::Omni],
    summary: "The `success` of a payload is true or false.",
    why: "The strings \"false\" and \"no\" are true to JavaScript: a failure is shown in green.",
    remedy: "Send a boolean.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"success\": \"true\", \"message\": \"Operation completed successfully\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"success\": true, \"message\": \"Operation completed successfully\"}"}]}}"#,
    source: "How Omni Processes MCP Responses, \"Best Practices, DO 2\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(flag) = call.object().and_then(|payload| payload.get("success")) else { return };
    let is_word = ["true", "false", "yes", "no", "1", "0", "ok"].contains(&flag.to_plain().to_lowercase().as_str());
    if flag.kind() != Kind::Bool && is_word {
        findings.add_in(call, "/success", format!("`success` is {}", quoted(&flag)));
    }
}
