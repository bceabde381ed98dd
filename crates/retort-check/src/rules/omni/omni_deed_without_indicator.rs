//! `omni-deed-without-indicator`: the answer of a tool that does something says whether it was done.

use retort_core::{ResponseType, ResultType};

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "OMN007",
    name: "omni-deed-without-indicator",
    severity: Severity::Warning,
    profiles: &[Profile::Omni],
    summary: "The answer of a tool that does something says whether it was done.",
    why: "Without `success`, `status` or a message, people have to guess from the data whether the thing took \
          place.",
    remedy: "Add `\"success\": true` and a `message`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "create_campaign", "arguments": {"name": "Spring sale"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"campaign_id\": \"camp_123\", \"name\": \"Spring sale\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "create_campaign", "arguments": {"name": "Spring sale"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"success\": true, \"message\": \"Campaign created\", \"data\": {\"campaign_id\": \"camp_123\"}}"}]}}"#,
    source: "How Omni Processes MCP Responses, \"Best Practices, DO 2\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

/// Members that say by their presence what was done.
#[rustfmt::skip]
const INDICATORS: [&str; 14] = [
    "success", "ok", "status", "state", "message", "error", "result", "created", "updated", "deleted", "sent", "done",
    "acknowledged", "changes",
];

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let is_done = |kind: &Option<ResultType>| kind.as_ref().is_none_or(|kind| *kind == ResultType::Complete);
    let Some(payload) = call.object().filter(|_| call.result().is_some_and(|result| is_done(&result.result_type)))
    else {
        return;
    };
    let envelope = call.envelope();
    let is_silent = envelope.message.is_none();
    let has_indicator = || payload.fields().any(|(name, _)| INDICATORS.contains(&name.to_lowercase().as_str()));
    if is_silent && envelope.response_type() == ResponseType::Action && payload.knows_all() && !has_indicator() {
        findings.add_in(call, "", "Nothing in the payload says whether the call succeeded");
    }
}
