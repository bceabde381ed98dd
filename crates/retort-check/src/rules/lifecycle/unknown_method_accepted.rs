//! `unknown-method-accepted`: a method that does not exist is refused.

use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF009",
    name: "unknown-method-accepted",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    summary: "A method that the protocol does not have is answered with an error.",
    why: "A client that tries a method of a newer revision takes the success for support, and relies on something \
          that never happened.",
    remedy: "Answer methods that the server does not know with the error -32601, “Method not found”.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 2, "method": "example/unknown"}
{"jsonrpc": "2.0", "id": 2, "result": {}}"#),
    good: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 2, "method": "example/unknown"}
{"jsonrpc": "2.0", "id": 2, "error": {"code": -32601, "message": "Method not found: example/unknown"}}"#),
    source: "https://www.jsonrpc.org/specification#error_object",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    // One method that is not known is as good as another.
    let accepted = session.exchanges().find_map(|exchange| {
        let method = super::unknown_method(&exchange)?;
        Some((exchange.at, method, exchange.result()?))
    });
    if let Some((at, method, result)) = accepted {
        let message = format!("{} was answered with a result", shortened(method));
        findings.add_at(at, Some(method), result.pointer(), message);
    }
}
