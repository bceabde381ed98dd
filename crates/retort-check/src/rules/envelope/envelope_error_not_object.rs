//! `envelope-error-not-object`: the `error` of an envelope is an object with `code`, `message` and `details`.

use super::schema::report;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV017",
    name: "envelope-error-not-object",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "The `error` of an envelope is an object with `code`, `message` and `details`.",
    why: "The code decides what is done about the failure, and a bare text has none.",
    remedy: "Send `{\"code\": …, \"message\": …}`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\", \"error\": \"PERMISSION_DENIED\"}"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\", \"error\": {\"code\": \"PERMISSION_DENIED\", \"message\": \"You do not have permission to send messages in this channel\", \"details\": {}}}"}], "isError": true}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Unified Error Handling\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    report(call, findings, "error", &[]);
}
