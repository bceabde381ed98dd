//! `request-unanswered`: every request gets an answer.

use retort_core::Direction;

use crate::finding::Findings;
use crate::pairs::Side;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF030",
    name: "request-unanswered",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "Every request gets an answer.",
    why: "Whoever asked waits until the time is up and learns nothing: not whether the call was made, nor what went \
          wrong. A server that ends over one call takes all others with it.",
    remedy: "Answer every request, with a result or an error. Catch what goes wrong inside a tool, and answer with \
             `isError`.",
    bad: r#"{"time": "2026-01-05T09:59:59.000Z", "direction": "sent", "message": {"jsonrpc": "2.0", "id": 2, "method": "ping"}}
{"time": "2026-01-05T09:59:59.000Z", "direction": "received", "message": {"jsonrpc": "2.0", "id": 2, "result": {}}}
{"time": "2026-01-05T10:00:00.000Z", "direction": "sent", "message": {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "get_user", "arguments": {"id": 1}}}}"#,
    good: r#"{"time": "2026-01-05T09:59:59.000Z", "direction": "sent", "message": {"jsonrpc": "2.0", "id": 2, "method": "ping"}}
{"time": "2026-01-05T09:59:59.000Z", "direction": "received", "message": {"jsonrpc": "2.0", "id": 2, "result": {}}}
{"time": "2026-01-05T10:00:00.000Z", "direction": "sent", "message": {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "get_user", "arguments": {"id": 1}}}}
{"time": "2026-01-05T10:00:01.000Z", "direction": "received", "message": {"jsonrpc": "2.0", "id": 3, "result": {"content": [{"type": "text", "text": "The user could not be read: the database is away. Try again later."}], "isError": true}}}"#,
    source: "https://www.jsonrpc.org/specification#response_object",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    if session.is_cut {
        return;
    }
    for (at, message, method, params) in session.asked_by(Side::Client) {
        // Only a recording tells that nothing came; a transcript may have been cut.
        let is_recorded = message.direction == Some(Direction::Sent);
        if !is_recorded || message.id.is_none() || method.is_empty() || session.is_answered(at) {
            continue;
        }
        // Of two greetings that were tried, one is enough; and a client that gave up waits for no answer.
        if session.is_spare_greeting(method) || session.is_cancelled(message) {
            continue;
        }
        // A server may end over a message that is none.
        if session.first_unreadable().is_some_and(|broken| broken < at) {
            continue;
        }
        let name = params.and_then(|params| params.get("name")).map(|name| name.to_plain().into_owned());
        let subject = name.filter(|_| method == "tools/call").unwrap_or_else(|| method.to_owned());
        findings.add_at(at, Some(&subject), "", format!("{method} was never answered"));
    }
}
