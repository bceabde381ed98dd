//! `cursor-repeats`: what to go on with leads to another page than the one that was asked for.

use super::asked;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "PAG008",
    name: "cursor-repeats",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "What to go on with leads to another page than the one that was asked for.",
    why: "Every client that follows pages to the end asks for the same page again, for ever.",
    remedy: "Return the cursor behind the last row of this page, and none on the last page.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {"cursor": "c2"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"hasMore\": true, \"nextCursor\": \"c2\"}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {"cursor": "c2"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"hasMore\": true, \"nextCursor\": \"c3\"}"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some((pages, next)) = call.pages().and_then(|pages| Some((pages, pages.next.as_ref()?))) else { return };
    if pages.more == Some(false) {
        return;
    }
    let arguments = call.arguments();
    let members = arguments.iter().flat_map(retort_core::Raw::members);
    for (name, value) in members.filter(|(name, _)| asked::chooses_page(name)) {
        if !value.is_blank() && value.to_plain() == next.as_str() {
            let message = format!("`{name}` was {next}, and the next page is said to be {next} again");
            findings.add_in(call, "", message);
        }
    }
}
