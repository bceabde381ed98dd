//! `envelope-tool-name-not-string`: the `toolName` of an envelope is a string.

use retort_core::Kind;

use super::schema::{envelope, report};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV003",
    name: "envelope-tool-name-not-string",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "The `toolName` of an envelope is a string.",
    why: "The name is compared with names.",
    remedy: "Send the name as a string that is not empty.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": 7, \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Required Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    report(call, findings, "toolName", &[]);
    let name = envelope(call).and_then(|envelope| envelope.get("toolName"));
    if name.is_some_and(|name| name.kind() == Kind::String && name.is_blank()) {
        findings.add_in(call, "/toolName", "`toolName` is empty");
    }
}
