//! `capability-malformed`: capabilities are objects, and their flags booleans.

use retort_core::Kind;

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF004",
    name: "capability-malformed",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    summary: "Every capability is an object, and `listChanged` and `subscribe` in it are booleans.",
    why: "Strict clients refuse the whole answer and end the connection; others take `true` for an object without \
          flags, or \"false\" for true.",
    remedy: "Write `\"tools\": {}` for a capability without flags, and leave a capability out that the server does \
             not have.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": true}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}"#),
    good: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}"#),
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation",
    check: Check::Session(check),
    ..Rule::COMMON
};

/// The capabilities that the protocol knows.
const CAPABILITIES: [&str; 8] =
    ["tools", "resources", "prompts", "completions", "logging", "tasks", "experimental", "extensions"];

fn check(session: &Session, findings: &mut Findings<'_>) {
    for (exchange, result) in session.greetings() {
        let Some(capabilities) = result.raw.get("capabilities") else { continue };
        let subject = exchange.subject();
        let mut add = |path: &str, message: String| {
            let pointer = format!("{}/capabilities/{path}", result.pointer());
            findings.add_at(exchange.at, subject.as_deref(), pointer, message);
        };
        for name in CAPABILITIES {
            let Some(capability) = capabilities.get(name) else { continue };
            if capability.kind() != Kind::Object {
                add(name, format!("{name} is {}, not an object", quoted(&capability)));
            }
            for flag in ["listChanged", "subscribe"] {
                if let Some(value) = capability.get(flag).filter(|value| value.kind() != Kind::Bool) {
                    add(&format!("{name}/{flag}"), format!("{flag} is {}, not a boolean", quoted(&value)));
                }
            }
        }
    }
}
