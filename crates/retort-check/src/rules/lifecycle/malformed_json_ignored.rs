//! `malformed-json-ignored`: what is no JSON gets an answer.

use crate::finding::{Findings, shortened};
use crate::pairs::Side;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF012",
    name: "malformed-json-ignored",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "What is no JSON gets an answer.",
    why: "A client whose message was damaged on the way waits until its time is up, and nobody learns why.",
    remedy: "Answer with the error -32700, “Parse error”, and write to the log what could not be read.",
    bad: r#"{"time": "2026-01-05T10:00:00.000Z", "direction": "sent", "text": "{\"jsonrpc\": \"2.0\", \"id\": 2, \"method\":"}
{"time": "2026-01-05T10:00:00.000Z", "direction": "sent", "message": {"jsonrpc": "2.0", "id": 3, "method": "ping"}}
{"time": "2026-01-05T10:00:00.000Z", "direction": "received", "message": {"jsonrpc": "2.0", "id": 3, "result": {}}}"#,
    good: r#"{"time": "2026-01-05T10:00:00.000Z", "direction": "sent", "text": "{\"jsonrpc\": \"2.0\", \"id\": 2, \"method\":"}
{"time": "2026-01-05T10:00:00.000Z", "direction": "received", "message": {"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error"}}}
{"time": "2026-01-05T10:00:00.000Z", "direction": "sent", "message": {"jsonrpc": "2.0", "id": 3, "method": "ping"}}
{"time": "2026-01-05T10:00:00.000Z", "direction": "received", "message": {"jsonrpc": "2.0", "id": 3, "result": {}}}"#,
    source: "https://www.jsonrpc.org/specification#error_object",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    // Only an answer to something later shows that the server went on.
    let went_on = session.exchanges().filter_map(|exchange| session.request_of(exchange.at)).max().unwrap_or(0);
    for (at, message, method, _) in session.asked_by(Side::Client) {
        if method.is_empty() && at < went_on && !session.is_answered(at) {
            let sent = shortened(message.sent.as_str());
            findings.add_at(at, None, "", format!("The server went on without a word about {sent}{}", session.done_by_sdk()));
        }
    }
}
