//! `next-on-the-last-page`: the last page has nothing to go on with.

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "PAG010",
    name: "next-on-the-last-page",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "The last page has nothing to go on with.",
    why: "Half of the clients look at `hasMore` and stop; the others look for a cursor and go on, and get an \
          empty page, an error or the first page again.",
    remedy: "Leave the cursor out where there is no next page.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 2, \"hasMore\": false, \"nextCursor\": \"c2\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 2, \"hasMore\": false}"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(pages) = call.pages().filter(|pages| pages.more == Some(false)) else { return };
    if let Some(next) = &pages.next {
        let next = crate::finding::shortened(next);
        let message = format!("nothing more is said to follow, and {next} is given to go on with");
        findings.add_in(call, pages.pointer.clone(), message);
    }
}
