//! `envelope-error-value`: the `code` of an error is a string or a number, its `message` a string, its `details` an
//! object or a string.

use super::schema::report;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV018",
    name: "envelope-error-value",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "The `code` of an error is a string or a number, its `message` a string, its `details` an object or a \
          string.",
    why: "The message is shown, and the code is compared; a value of another type can be neither.",
    remedy: "Send the types that the schema names, or null.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\", \"error\": {\"code\": \"PERMISSION_DENIED\", \"message\": [\"You do not have permission\"], \"details\": {}}}"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\", \"error\": {\"code\": \"PERMISSION_DENIED\", \"message\": \"You do not have permission to send messages in this channel\", \"details\": {}}}"}], "isError": true}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    report(call, findings, "error", &["code", "message", "details"]);
}
