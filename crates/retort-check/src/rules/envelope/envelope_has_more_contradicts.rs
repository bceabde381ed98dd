//! `envelope-has-more-contradicts`: the `hasMore` of the pagination and of the summary are the same.

use super::schema::envelope;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV026",
    name: "envelope-has-more-contradicts",
    severity: Severity::Warning,
    profiles: &[Profile::Envelope],
    summary: "The `hasMore` of the pagination and of the summary are the same.",
    why: "One reader asks for the next page, the other stops.",
    remedy: "Set both from one value, or send one of them.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": false}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Optional Pagination Support\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(envelope) = envelope(call) else { return };
    let says = |field: &str| envelope.get(field)?.get("hasMore")?.to_bool();
    if let (Some(page), Some(summary)) = (says("pagination"), says("summary"))
        && page != summary
    {
        let message = format!("`pagination` says that `hasMore` is {page}, and `summary` that it is {summary}");
        findings.add_in(call, "/summary/hasMore", message);
    }
}
