//! `envelope-single-not-object`: the `data` of a single item or an action is an object.

use retort_core::{Kind, ResponseType};

use super::schema::{envelope, response_type};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV009",
    name: "envelope-single-not-object",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "The `data` of a single item or an action is an object.",
    why: "What processes a single item takes its fields by name, and an array has none.",
    remedy: "Send the item itself, or call the response a `list`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": [{\"id\": \"123456789\", \"username\": \"user123\"}]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(envelope) = envelope(call) else { return };
    let Some(kind @ (ResponseType::Single | ResponseType::Action)) = response_type(envelope) else { return };
    if envelope.get("data").is_some_and(|data| data.kind() == Kind::Array) {
        findings.add_in(call, "/data", format!("The response is of type `{}`, and `data` is an array", kind.name()));
    }
}
