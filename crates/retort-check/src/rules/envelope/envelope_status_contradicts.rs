//! `envelope-status-contradicts`: the `status` of an envelope agrees with its `responseType`.

use retort_core::ResponseType;

use super::schema::{envelope, response_type};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV023",
    name: "envelope-status-contradicts",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "The `status` of an envelope agrees with its `responseType`.",
    why: "One reader goes by the status, another by the type; where they disagree, one of them goes wrong.",
    remedy: "Give an error the status `error`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"success\", \"message\": \"Failed to send message\", \"error\": {\"code\": \"PERMISSION_DENIED\", \"message\": \"You do not have permission to send messages in this channel\", \"details\": {}}}"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\", \"error\": {\"code\": \"PERMISSION_DENIED\", \"message\": \"You do not have permission to send messages in this channel\", \"details\": {}}}"}], "isError": true}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Unified Error Handling\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(envelope) = envelope(call) else { return };
    let Some(status) = envelope.get("status").filter(|status| status.as_str() == r#""success""#) else { return };
    if response_type(envelope) == Some(ResponseType::Error) {
        findings.add_in(call, "/status", format!("The response is an error, and `status` is {}", quoted(&status)));
    }
}
