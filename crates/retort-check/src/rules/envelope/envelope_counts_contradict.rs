//! `envelope-counts-contradict`: the counts of a summary fit each other and the list: no more are returned than there
//! are, nor fewer than are listed.

use retort_core::{Kind, counted};

use super::schema::envelope;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV027",
    name: "envelope-counts-contradict",
    severity: Severity::Warning,
    profiles: &[Profile::Envelope],
    summary: "The counts of a summary fit each other and the list: no more are returned than there are, nor fewer than \
          are listed.",
    why: "Totals decide how many pages are asked for. Wrong ones lose items or ask without end.",
    remedy: "Count the items that are sent, and take the total from the query without its limit.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 0, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(envelope) = envelope(call) else { return };
    let Some(summary) = envelope.get("summary") else { return };
    let count = |name: &str| summary.get(name).filter(|count| count.kind() == Kind::Number)?.to_count();
    let (total, returned) = (count("total"), count("returned"));
    let rows = envelope.rows(Some("data")).and_then(|(rows, _)| u64::try_from(rows).ok());
    if let (Some(rows), Some(returned)) = (rows, returned)
        && returned < rows
    {
        findings.add_in(call, "/summary/returned", format!("`returned` is {returned}, and `data` has {}", counted(rows, "item")));
    }
    if let (Some(total), Some(returned)) = (total, returned.max(rows))
        && total < returned
    {
        findings.add_in(call, "/summary/total", format!("`total` is {total}, and {returned} are returned"));
    }
}
