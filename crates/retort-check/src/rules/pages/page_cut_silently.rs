//! `page-cut-silently`: a list that is as long as its limit says whether there is more.

use retort_core::counted;

use super::asked;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "PAG003",
    name: "page-cut-silently",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "A list that is as long as its limit says whether there is more.",
    why: "A full page looks like the whole. The model answers from the first page as if there were no other, \
          and nobody notices.",
    remedy: "Add `hasMore`, and what to go on with (`nextCursor` or `nextOffset`), or the `total`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {"limit": 2}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {"limit": 2}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 2, \"hasMore\": false}"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some((name, limit)) = asked::limit(call).filter(|(_, limit)| *limit > 1) else { return };
    let Some(pages) = call.pages().filter(|pages| pages.rows == limit) else { return };
    let says_nothing = pages.total.is_none()
        && pages.pages.is_none()
        && pages.more.is_none()
        && pages.next.is_none()
        && !pages.no_next
        && !pages.anything_else;
    if says_nothing {
        let message = format!("{} came for `{name}` {limit}, and nothing says whether there are more", counted(limit, "row"));
        findings.add_in(call, pages.pointer.clone(), message);
    }
}
