//! `envelope-response-type-unknown`: the `responseType` of an envelope is `list`, `single`, `action`, `tool_catalog` or
//! `error`.

use super::schema::report;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV006",
    name: "envelope-response-type-unknown",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "The `responseType` of an envelope is `list`, `single`, `action`, `tool_catalog` or `error`.",
    why: "A sixth word belongs to no branch of what processes the response.",
    remedy: "Use one of the five.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"object\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Required Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    report(call, findings, "responseType", &[]);
}
