//! `limit-ignored`: a list has no more rows than were asked for.

use super::asked;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "PAG009",
    name: "limit-ignored",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "A list has no more rows than were asked for.",
    why: "The caller set a limit because its window is small. A list that ignores it costs tokens that nobody \
          meant to spend, or is cut by the client in the middle.",
    remedy: "Apply the limit, or leave the argument out of the schema.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {"limit": 1}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 2, \"hasMore\": false}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {"limit": 1}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}], \"total\": 2, \"hasMore\": true, \"nextOffset\": 1}"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some((name, limit)) = asked::given_limit(call).filter(|(_, limit)| *limit > 0) else { return };
    if let Some(pages) = call.pages().filter(|pages| pages.rows > limit) {
        let message = format!("`{name}` was {limit}, and {} rows came", pages.rows);
        findings.add_in(call, pages.pointer.clone(), message);
    }
}
