//! `invalid-cursor-code`: a cursor that nobody gave out is refused with the code for that.

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF027",
    name: "invalid-cursor-code",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "A cursor that the server did not give is answered with the code -32602.",
    why: "By this code a client knows that it has to start from the first page. Others look like a failure of the \
          server.",
    remedy: "Answer with -32602, “Invalid params”.",
    bad: r#"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "greet", "title": "Greet", "description": "Greets a person by name.", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "description": "Who is greeted."}}, "required": ["name"], "additionalProperties": false}, "annotations": {"title": "Greet", "readOnlyHint": true, "openWorldHint": false}}]}}
{"jsonrpc": "2.0", "id": 3, "method": "tools/list", "params": {"cursor": "no-such-cursor"}}
{"jsonrpc": "2.0", "id": 3, "error": {"code": -32603, "message": "Internal error"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "greet", "title": "Greet", "description": "Greets a person by name.", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "description": "Who is greeted."}}, "required": ["name"], "additionalProperties": false}, "annotations": {"title": "Greet", "readOnlyHint": true, "openWorldHint": false}}]}}
{"jsonrpc": "2.0", "id": 3, "method": "tools/list", "params": {"cursor": "no-such-cursor"}}
{"jsonrpc": "2.0", "id": 3, "error": {"code": -32602, "message": "Invalid cursor: no-such-cursor"}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination#error-handling",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    for (exchange, cursor) in session.invalid_cursors() {
        if let Some(code) = exchange.code().filter(|code| *code != -32_602) {
            let message = format!("The cursor {} was answered with {code}, not -32602", quoted(&cursor));
            findings.add_at(exchange.at, exchange.subject().as_deref(), "/error/code", message);
        }
    }
}
