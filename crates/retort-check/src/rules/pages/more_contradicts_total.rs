//! `more-contradicts-total`: whether there is more agrees with the total.

use super::asked;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "PAG011",
    name: "more-contradicts-total",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "Whether there is more agrees with the total.",
    why: "One of the two is wrong, and clients differ in which they follow: some stop before the end, others \
          ask for a page that is not there.",
    remedy: "Compute `hasMore` from the offset, the rows that are sent, and the total.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"offset\": 0, \"total\": 9, \"hasMore\": false}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"offset\": 0, \"total\": 9, \"hasMore\": true, \"nextOffset\": 2}"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(pages) = call.pages().filter(|pages| pages.rows > 0) else { return };
    let (Some(more), Some(total)) = (pages.more, pages.total) else { return };
    let Some(offset) = pages.offset.or_else(|| asked::first_page(call).then_some(0)).filter(|_| pages.page.is_none())
    else {
        return;
    };
    let end = offset.saturating_add(pages.rows);
    if more != (end < total) && pages.rows <= total {
        let says = if more { "more is said to follow" } else { "nothing more is said to follow" };
        let message = format!("{says}, and the page ends at row {end} of {total}");
        findings.add_in(call, pages.pointer.clone(), message);
    }
}
