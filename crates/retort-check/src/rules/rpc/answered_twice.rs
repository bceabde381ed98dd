//! `answered-twice`: a request gets one answer.

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "RPC037",
    name: "answered-twice",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    summary: "A request gets one answer.",
    why: "A client forgets a request when its answer comes. The second one is dropped or reported as an error, and \
          if it says something else, nobody sees it.",
    remedy: "Send one answer; what comes on the way belongs into notifications such as `notifications/progress`.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 2, "method": "ping"}
{"jsonrpc": "2.0", "id": 2, "result": {}}
{"jsonrpc": "2.0", "id": 2, "result": {}}"#),
    good: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 2, "method": "ping"}
{"jsonrpc": "2.0", "id": 2, "result": {}}"#),
    source: "https://www.jsonrpc.org/specification#response_object",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    for exchange in session.exchanges() {
        if let (Some(_), Some(id)) = (session.answered_before(exchange.at), &exchange.message.id) {
            let message = format!("The request with the id {} was answered before", quoted(id));
            findings.add_at(exchange.at, exchange.subject().as_deref(), "/id", message);
        }
    }
}
