//! `invalid-cursor-accepted`: a cursor that nobody gave out is refused.

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF026",
    name: "invalid-cursor-accepted",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "A cursor that the server did not give is answered with an error.",
    why: "A client with a stale cursor gets the first page again, or one from nowhere, and shows entries twice or \
          not at all.",
    remedy: "Answer with the error -32602 where the cursor is none that the server gave.",
    bad: r#"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "greet", "title": "Greet", "description": "Greets a person by name.", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "description": "Who is greeted."}}, "required": ["name"], "additionalProperties": false}, "annotations": {"title": "Greet", "readOnlyHint": true, "openWorldHint": false}}]}}
{"jsonrpc": "2.0", "id": 3, "method": "tools/list", "params": {"cursor": "no-such-cursor"}}
{"jsonrpc": "2.0", "id": 3, "result": {"tools": [{"name": "greet", "title": "Greet", "description": "Greets a person by name.", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "description": "Who is greeted."}}, "required": ["name"], "additionalProperties": false}, "annotations": {"title": "Greet", "readOnlyHint": true, "openWorldHint": false}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "greet", "title": "Greet", "description": "Greets a person by name.", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "description": "Who is greeted."}}, "required": ["name"], "additionalProperties": false}, "annotations": {"title": "Greet", "readOnlyHint": true, "openWorldHint": false}}]}}
{"jsonrpc": "2.0", "id": 3, "method": "tools/list", "params": {"cursor": "no-such-cursor"}}
{"jsonrpc": "2.0", "id": 3, "error": {"code": -32602, "message": "Invalid cursor: no-such-cursor"}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination#error-handling",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    let accepted = session.invalid_cursors().into_iter();
    let accepted = accepted.filter_map(|(exchange, cursor)| exchange.result().map(|result| (exchange, cursor, result)));
    // How one list treats cursors, all do.
    for (exchange, cursor, result) in accepted.take(1) {
        let message = format!("The cursor {} was answered with a list{}", quoted(&cursor), session.done_by_sdk());
        findings.add_at(exchange.at, exchange.subject().as_deref(), result.pointer(), message);
    }
}
