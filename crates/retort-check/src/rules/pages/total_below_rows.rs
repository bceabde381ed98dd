//! `total-below-rows`: the total is at least the number of rows.

use retort_core::counted;

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "PAG006",
    name: "total-below-rows",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "The total is at least the number of rows.",
    why: "A total that is smaller than what is shown is the total of something else. Progress runs over its \
          end, and clients that stop at the total lose rows.",
    remedy: "State how many rows there are over all pages, counted with the same filters as the rows.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 1, \"hasMore\": false}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 2, \"hasMore\": false}"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(pages) = call.pages() else { return };
    if let Some(total) = pages.total.filter(|total| *total < pages.rows) {
        let message = format!("the total is {total}, and the answer has {}", counted(pages.rows, "row"));
        findings.add_in(call, pages.pointer.clone(), message);
    }
}
