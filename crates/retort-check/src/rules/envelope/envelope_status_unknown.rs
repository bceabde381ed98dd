//! `envelope-status-unknown`: the `status` of an envelope is `success`, `error` or `partial`.

use super::schema::report;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV015",
    name: "envelope-status-unknown",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "The `status` of an envelope is `success`, `error` or `partial`.",
    why: "Failures are told by comparing the status with these words.",
    remedy: "Use one of the three. A status of the thing itself, such as `online`, belongs into `data`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"action\", \"data\": {\"messageId\": \"987654321\", \"channelId\": \"123456789\"}, \"status\": \"ok\", \"message\": \"Message sent successfully\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"action\", \"data\": {\"messageId\": \"987654321\", \"channelId\": \"123456789\"}, \"status\": \"success\", \"message\": \"Message sent successfully\"}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    report(call, findings, "status", &[]);
}
