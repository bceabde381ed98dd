//! `instructions-not-string`: instructions are a text.

use retort_core::Kind;

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF007",
    name: "instructions-not-string",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "The `instructions` of a server are a string.",
    why: "Clients put them into the prompt of the model as they are. Strict ones end the connection where they are \
          something else.",
    remedy: "Join the parts with line breaks, and leave the member out where there is nothing to say.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}, "instructions": ["Greet people by name."]}}"#),
    good: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}, "instructions": "Greet people by name."}}"#),
    source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#initializeresult",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    for (exchange, result) in session.greetings() {
        if let Some(told) = result.raw.get("instructions").filter(|told| told.kind() != Kind::String) {
            let message = format!("The instructions are {}, not a string", quoted(&told));
            let pointer = format!("{}/instructions", result.pointer());
            findings.add_at(exchange.at, exchange.subject().as_deref(), pointer, message);
        }
    }
}
