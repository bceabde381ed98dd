//! `envelope-tool-name-missing`: an envelope has `toolName`.

use super::schema::envelope;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV002",
    name: "envelope-tool-name-missing",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "An envelope has `toolName`.",
    why: "Responses of many tools pass through one place; this field tells whose they are.",
    remedy: "Add the name of the tool that was called.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Required Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if envelope(call).is_some_and(|envelope| envelope.get("toolName").is_none() && envelope.knows_all()) {
        findings.add_in(call, "", "The envelope has no `toolName`");
    }
}
