//! `same-page-twice`: another page has other rows.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use retort_core::Raw;

use super::asked;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "PAG007",
    name: "same-page-twice",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "Another page has other rows.",
    why: "The argument for the page is taken and not used. A client that follows pages gets the same rows over \
          and over, and takes them for new ones.",
    remedy: "Use the offset, page or cursor that was asked for, and refuse one that is not understood.",
    bad: r#"{"jsonrpc": "2.0", "id": 9, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 9, "result": {"tools": [{"name": "list_users", "title": "List users", "description": "Lists the users of the workspace, the oldest first.", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "description": "How many users to list.", "minimum": 1}, "offset": {"type": "integer", "description": "How many users to pass over.", "minimum": 0}}, "additionalProperties": false}, "annotations": {"readOnlyHint": true, "openWorldHint": false}}]}}
{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {"limit": 2, "offset": 0}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 4, \"hasMore\": true, \"nextOffset\": 2}"}], "structuredContent": {"users": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}], "total": 4, "hasMore": true, "nextOffset": 2}}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list_users", "arguments": {"limit": 2, "offset": 2}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 4, \"hasMore\": false}"}], "structuredContent": {"users": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}], "total": 4, "hasMore": false}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 9, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 9, "result": {"tools": [{"name": "list_users", "title": "List users", "description": "Lists the users of the workspace, the oldest first.", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "description": "How many users to list.", "minimum": 1}, "offset": {"type": "integer", "description": "How many users to pass over.", "minimum": 0}}, "additionalProperties": false}, "annotations": {"readOnlyHint": true, "openWorldHint": false}}]}}
{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {"limit": 2, "offset": 0}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"name\": \"Bob\"}], \"total\": 4, \"hasMore\": true, \"nextOffset\": 2}"}], "structuredContent": {"users": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}], "total": 4, "hasMore": true, "nextOffset": 2}}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list_users", "arguments": {"limit": 2, "offset": 2}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 3, \"name\": \"Cid\"}, {\"id\": 4, \"name\": \"Dan\"}], \"total\": 4, \"hasMore\": false}"}], "structuredContent": {"users": [{"id": 3, "name": "Cid"}, {"id": 4, "name": "Dan"}], "total": 4, "hasMore": false}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    // Only calls that differ in nothing but the page are worth reading.
    let mut alike: HashMap<(String, String), Vec<(usize, String)>> = HashMap::new();
    for exchange in session.exchanges() {
        let Some(call) = Call::of(exchange) else { continue };
        let (Some(tool), Some(arguments)) = (call.tool.clone(), call.arguments()) else { continue };
        let (page, rest) = split(&arguments);
        alike.entry((tool, rest)).or_default().push((exchange.at, page));
    }
    let differ = |calls: &Vec<(usize, String)>| calls.windows(2).any(|pair| matches!(pair, [a, b] if a.1 != b.1));
    let mut groups: Vec<Vec<(usize, String)>> = alike.into_values().filter(differ).collect();
    groups.sort_by_key(|calls| calls.first().map(|(at, _)| *at));
    for calls in groups {
        // A fingerprint of the rows stands for them, so that no more than one page is held at a time; and two pages that
        // have them stand for all, since any page is another than one of these.
        let mut seen: HashMap<u64, (String, Option<String>)> = HashMap::new();
        for (at, page) in calls {
            let Some(call) = session.exchange(at).and_then(Call::of) else { continue };
            let Some(pages) = call.pages().filter(|pages| pages.rows > 0) else { continue };
            let mut rows = DefaultHasher::new();
            pages.list.as_ref().map(Raw::as_str).hash(&mut rows);
            let Some((first, second)) = seen.get_mut(&rows.finish()) else {
                seen.insert(rows.finish(), (page, None));
                continue;
            };
            if *first != page || second.as_ref().is_some_and(|second| *second != page) {
                let tool = call.tool.as_deref();
                let message = format!("the rows are those of another page, though {page} was asked for");
                findings.add_at(call.exchange.at, tool, &call.payload().origin.pointer, message);
            }
            if *first != page {
                second.get_or_insert(page);
            }
        }
    }
}

/// The arguments that choose a page, and the others.
fn split(arguments: &Raw) -> (String, String) {
    let (mut page, mut rest) = (Vec::new(), Vec::new());
    for (name, value) in arguments.members() {
        let list = if asked::chooses_page(&name) { &mut page } else { &mut rest };
        list.push(format!("`{name}` {}", value.as_str()));
    }
    rest.sort_unstable();
    (page.join(" and "), rest.join(","))
}
