//! `envelope-metadata-not-object`: the `metadata` of an envelope is an object, or null.

use super::schema::report;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV022",
    name: "envelope-metadata-not-object",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "The `metadata` of an envelope is an object, or null.",
    why: "What is kept there is looked up by name.",
    remedy: "Send an object, or leave the field out.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}, \"metadata\": [\"v1\"]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}, \"metadata\": {\"cached\": true}}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    report(call, findings, "metadata", &[]);
}
