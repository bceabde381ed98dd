//! `id-unknown`: an answer answers something that was asked.

use retort_core::Kind;

use crate::finding::{Findings, quoted};
use crate::pairs::Side;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "RPC036",
    name: "id-unknown",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    summary: "The id of an answer is that of a request.",
    why: "No call waits for this answer, so the client drops it; the call that it was meant for waits until its time \
          is up.",
    remedy: "Copy the `id` of the request into the answer, and send nothing with an id of your own making but \
             requests.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 2, "method": "ping"}
{"jsonrpc": "2.0", "id": 20, "result": {}}"#),
    good: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 2, "method": "ping"}
{"jsonrpc": "2.0", "id": 2, "result": {}}"#),
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    if session.is_cut {
        return;
    }
    // A transcript may be cut from a longer one: a question without an answer shows that something went astray.
    let Some(open) = session
        .asked_by(Side::Client)
        .filter(|(_, message, method, _)| message.id.is_some() && !method.is_empty())
        .find(|(at, _, method, _)| !session.is_answered(*at) && !session.is_spare_greeting(method))
    else {
        return;
    };
    for exchange in session.exchanges().filter(|exchange| exchange.at > open.0) {
        let lost = session.request_of(exchange.at).is_none() && session.answered_before(exchange.at).is_none();
        if let Some(id) = exchange.message.id.as_ref().filter(|id| lost && id.kind() != Kind::Null) {
            let message = format!("Nothing was asked with the id {}", quoted(id));
            findings.add_at(exchange.at, exchange.subject().as_deref(), "/id", message);
        }
    }
}
