//! `capabilities-missing`: a server says what it can do.

use retort_core::Kind;

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF003",
    name: "capabilities-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    summary: "The answers to `initialize` and `server/discover` have `capabilities`, which is an object.",
    why: "Clients decide by it what they may ask for. Strict ones end the connection without it.",
    remedy: "Send an object with a member for everything that the server offers: `tools`, `resources`, `prompts`; \
             `{}` where it offers nothing.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "serverInfo": {"name": "greeter", "version": "1.2.0"}}}"#),
    good: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}"#),
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    for (exchange, result) in session.greetings() {
        let subject = exchange.subject();
        match result.raw.get("capabilities") {
            None => findings.add_at(exchange.at, subject.as_deref(), result.pointer(), "There are no capabilities"),
            Some(capabilities) if capabilities.kind() == Kind::Object => {}
            Some(capabilities) => {
                let message = format!("The capabilities are {}, not an object", quoted(&capabilities));
                let pointer = format!("{}/capabilities", result.pointer());
                findings.add_at(exchange.at, subject.as_deref(), pointer, message);
            }
        }
    }
}
