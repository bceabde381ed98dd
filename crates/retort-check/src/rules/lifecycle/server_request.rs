//! `server-request`: a server asks by its results, not by requests.

use retort_core::Revision;

use crate::finding::{Findings, shortened};
use crate::pairs::Side;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF024",
    name: "server-request",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2026_07_28..=Revision::V2026_07_28,
    summary: "A server sends no requests.",
    why: "Since revision 2026-07-28 a client answers no requests: the server waits for ever.",
    remedy: "Answer the call with a result of the type `input_required` that carries what is asked in \
             `inputRequests`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 7, "method": "elicitation/create", "params": {"message": "Which language?", "requestedSchema": {"type": "object", "properties": {"language": {"type": "string", "description": "The language."}}}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Hello Ada"}], "resultType": "complete"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "input_required", "inputRequests": {"language": {"method": "elicitation/create", "params": {"message": "Which language?", "requestedSchema": {"type": "object", "properties": {"language": {"type": "string", "description": "The language."}}}}}}}}"#,
    source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    for (at, message, method, _) in session.asked_by(Side::Server) {
        if message.id.is_some() {
            let message = format!("{} is asked of the client", shortened(method));
            findings.add_at(at, Some(method), "/method", message);
        }
    }
}
