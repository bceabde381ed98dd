//! `envelope-error-missing`: a response of type `error` has an `error`.

use retort_core::{Kind, ResponseType};

use super::schema::{envelope, response_type};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV019",
    name: "envelope-error-missing",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "A response of type `error` has an `error`.",
    why: "What handles failures reads the code and the message there.",
    remedy: "Add `\"error\": {\"code\": …, \"message\": …}`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\"}"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\", \"error\": {\"code\": \"PERMISSION_DENIED\", \"message\": \"You do not have permission to send messages in this channel\", \"details\": {}}}"}], "isError": true}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Unified Error Handling\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(envelope) = envelope(call).filter(|envelope| envelope.knows_all()) else { return };
    let is_missing = envelope.get("error").is_none_or(|error| error.kind() == Kind::Null);
    if is_missing && response_type(envelope) == Some(ResponseType::Error) {
        findings.add_in(call, "", "The response is an error and has no `error`");
    }
}
