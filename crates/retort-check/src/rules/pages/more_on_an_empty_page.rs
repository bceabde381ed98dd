//! `more-on-an-empty-page`: a page without rows is the last.

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "PAG005",
    name: "more-on-an-empty-page",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "A page without rows is the last.",
    why: "A client that follows pages until there are no more never ends: each page is empty and promises \
          another.",
    remedy: "Answer a page without rows with `hasMore: false` and without anything to go on with.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [], \"hasMore\": true, \"nextCursor\": \"c9\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [], \"hasMore\": false}"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(pages) = call.pages().filter(|pages| pages.rows == 0) else { return };
    if pages.more == Some(true) || pages.more.is_none() && pages.next.is_some() {
        findings.add_in(call, pages.pointer.clone(), "the page has no rows and says that there are more");
    }
}
