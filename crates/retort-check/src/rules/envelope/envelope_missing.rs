//! `envelope-missing`: the payload of a result is an envelope: an object with `toolName` and `responseType`.

use super::schema::envelope;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV001",
    name: "envelope-missing",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "The payload of a result is an envelope: an object with `toolName` and `responseType`.",
    why: "What processes the responses looks at `responseType` first. A payload without one passes through unread.",
    remedy: "Put the payload under `data` of an envelope; `retort parse` shows how it would look.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"id\": \"123456789\", \"name\": \"general\"}]"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Core Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if call.error().is_none() && envelope(call).is_none() {
        let what = match call.document() {
            Some(document) => format!("another JSON {}", document.raw().kind()),
            None => "no JSON".to_owned(),
        };
        findings.add_in(call, "", format!("The payload is no envelope: it is {what}"));
    }
}
