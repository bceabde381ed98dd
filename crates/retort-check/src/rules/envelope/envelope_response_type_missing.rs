//! `envelope-response-type-missing`: an envelope has `responseType`.

use super::schema::envelope;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV005",
    name: "envelope-response-type-missing",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "An envelope has `responseType`.",
    why: "It says what stands in `data`. Without it nothing can be processed by its kind.",
    remedy: "Add one of `list`, `single`, `action`, `tool_catalog` and `error`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Required Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if envelope(call).is_some_and(|envelope| envelope.get("responseType").is_none() && envelope.knows_all()) {
        findings.add_in(call, "", "The envelope has no `responseType`");
    }
}
