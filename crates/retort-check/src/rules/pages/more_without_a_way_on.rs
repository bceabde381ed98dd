//! `more-without-a-way-on`: a list that has more can be gone on with.

use super::asked;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "PAG004",
    name: "more-without-a-way-on",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "A list that has more can be gone on with.",
    why: "The answer says that there is more, and no argument of the tool leads there. What is missing stays \
          missing, and a model tries arguments that it made up.",
    remedy: "Give the tool an argument for the next page, such as `cursor` or `offset`, and tell in the answer \
          what to put there.",
    bad: r#"{"jsonrpc": "2.0", "id": 9, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 9, "result": {"tools": [{"name": "list_users", "title": "List users", "description": "Lists the users of the workspace, the oldest first.", "inputSchema": {"type": "object", "properties": {"team": {"type": "string", "description": "The team whose users are listed."}}, "additionalProperties": false}, "annotations": {"readOnlyHint": true, "openWorldHint": false}}]}}
{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"hasMore\": true}"}], "structuredContent": {"users": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}], "hasMore": true}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 9, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 9, "result": {"tools": [{"name": "list_users", "title": "List users", "description": "Lists the users of the workspace, the oldest first.", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "description": "How many users to list.", "minimum": 1}, "offset": {"type": "integer", "description": "How many users to pass over.", "minimum": 0}}, "additionalProperties": false}, "annotations": {"readOnlyHint": true, "openWorldHint": false}}]}}
{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"hasMore\": true, \"nextOffset\": 2}"}], "structuredContent": {"users": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}], "hasMore": true, "nextOffset": 2}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let (Some(tool), Some(pages)) = (call.entry(), call.pages()) else { return };
    // An address can be followed without the tool.
    let address = pages.next.as_ref().is_some_and(|next| next.contains("://"));
    let more = pages.more == Some(true) || pages.more.is_none() && pages.next.is_some();
    if !more || address {
        return;
    }
    if asked::leads_on(tool) == Some(false) {
        let message = format!("there is more, and `{}` has no argument to ask for it", tool.name);
        findings.add_in(call, pages.pointer.clone(), message);
    }
}
