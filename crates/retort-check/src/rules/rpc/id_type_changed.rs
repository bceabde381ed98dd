//! `id-type-changed`: the id of an answer has the type of the one that was sent.

use retort_core::Kind;

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "RPC038",
    name: "id-type-changed",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    summary: "The id of an answer has the type of the id that was sent.",
    why: "To most clients 1 and \"1\" are two ids: the answer is dropped, and the call waits until its time is up.",
    remedy: "Keep the `id` as the JSON value that came; do not format it.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 2, "method": "ping"}
{"jsonrpc": "2.0", "id": "2", "result": {}}"#),
    good: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 2, "method": "ping"}
{"jsonrpc": "2.0", "id": 2, "result": {}}"#),
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let session = exchange.session;
    let asked = session.request_of(exchange.at).and_then(|at| session.messages.get(at)?.id.as_ref());
    if let (Some(asked), Some(answered)) = (asked, &exchange.message.id)
        && asked.kind() != answered.kind()
        && answered.kind() != Kind::Null
    {
        findings.add("/id", format!("The id that was sent is {}, not {}", quoted(asked), quoted(answered)));
    }
}
