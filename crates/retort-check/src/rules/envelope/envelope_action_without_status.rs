//! `envelope-action-without-status`: an action has a `status`.

use retort_core::{Kind, ResponseType};

use super::schema::{envelope, response_type};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV024",
    name: "envelope-action-without-status",
    severity: Severity::Warning,
    profiles: &[Profile::Envelope],
    summary: "An action has a `status`.",
    why: "An action is done for its effect; the status is the quick way to see whether it took place.",
    remedy: "Add `\"status\": \"success\"`, `\"partial\"` or `\"error\"`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"action\", \"data\": {\"messageId\": \"987654321\", \"channelId\": \"123456789\"}, \"message\": \"Message sent successfully\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"action\", \"data\": {\"messageId\": \"987654321\", \"channelId\": \"123456789\"}, \"status\": \"success\", \"message\": \"Message sent successfully\"}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(envelope) = envelope(call).filter(|envelope| envelope.knows_all()) else { return };
    let is_missing = envelope.get("status").is_none_or(|status| status.kind() == Kind::Null);
    if is_missing && response_type(envelope) == Some(ResponseType::Action) {
        findings.add_in(call, "", "The response is an action and has no `status`");
    }
}
