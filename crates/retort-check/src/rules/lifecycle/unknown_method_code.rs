//! `unknown-method-code`: a method that does not exist is refused with the code for that.

use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF010",
    name: "unknown-method-code",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Drf],
    summary: "A method that the protocol does not have is answered with the code -32601.",
    why: "Clients try what a server can do and go on where the code says “Method not found”. Any other code looks \
          like a failure.",
    remedy: "Answer with -32601 before the parameters are looked at.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 2, "method": "example/unknown"}
{"jsonrpc": "2.0", "id": 2, "error": {"code": -32603, "message": "Internal error"}}"#),
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
    let refused = session.exchanges().find_map(|exchange| {
        let method = super::unknown_method(&exchange)?;
        Some((exchange.at, method, exchange.code().filter(|code| *code != -32_601)?))
    });
    if let Some((at, method, code)) = refused {
        let message = format!("{} was answered with {code}, not -32601{}", shortened(method), session.done_by_sdk());
        findings.add_at(at, Some(method), "/error/code", message);
    }
}
