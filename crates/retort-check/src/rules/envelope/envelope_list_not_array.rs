//! `envelope-list-not-array`: the `data` of a list or a catalogue of tools is an array.

use retort_core::{Kind, ResponseType};

use super::schema::{envelope, response_type};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV008",
    name: "envelope-list-not-array",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "The `data` of a list or a catalogue of tools is an array.",
    why: "What processes lists goes through their items, and finds none in an object.",
    remedy: "Send the items as `data` itself, and what stands beside them as `pagination`, `summary` or `metadata`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": {\"channels\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}]}, \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(envelope) = envelope(call) else { return };
    let lists = matches!(response_type(envelope), Some(ResponseType::List | ResponseType::ToolCatalog));
    if lists && envelope.get("data").is_some_and(|data| data.kind() == Kind::Object) {
        findings.add_in(call, "/data", "The response is a list, and `data` is an object");
    }
}
