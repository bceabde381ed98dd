//! `envelope-next-page-behind`: the next page starts behind this one.

use retort_core::Kind;

use super::schema::envelope;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV028",
    name: "envelope-next-page-behind",
    severity: Severity::Warning,
    profiles: &[Profile::Envelope],
    summary: "The next page starts behind this one.",
    why: "Who follows a `nextOffset` that is not ahead gets the same items for ever.",
    remedy: "Send `offset` plus the number of items that were returned; nothing on the last page.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 50, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 50}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 50, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 51}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Optional Pagination Support\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(pagination) = envelope(call).and_then(|envelope| envelope.get("pagination")) else { return };
    let count = |name: &str| pagination.get(name).filter(|count| count.kind() == Kind::Number)?.to_count();
    if let (Some(offset), Some(next)) = (count("offset"), count("nextOffset"))
        && next <= offset
    {
        findings.add_in(call, "/pagination/nextOffset", format!("`nextOffset` is {next}, and `offset` is {offset}"));
    }
}
