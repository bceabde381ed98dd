//! `envelope-message-not-string`: the `message` of an envelope is a string.

use super::schema::report;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV016",
    name: "envelope-message-not-string",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "The `message` of an envelope is a string.",
    why: "It is shown to people as it stands.",
    remedy: "Send one sentence, and put data into `data`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"action\", \"data\": {\"messageId\": \"987654321\", \"channelId\": \"123456789\"}, \"status\": \"success\", \"message\": {\"text\": \"Message sent successfully\"}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"action\", \"data\": {\"messageId\": \"987654321\", \"channelId\": \"123456789\"}, \"status\": \"success\", \"message\": \"Message sent successfully\"}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    report(call, findings, "message", &[]);
}
