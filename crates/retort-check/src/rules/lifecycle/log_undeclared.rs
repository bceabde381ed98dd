//! `log-undeclared`: a server that sends log messages says so beforehand.

use retort_core::{Kind, Revision};

use crate::finding::Findings;
use crate::pairs::Side;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF016",
    name: "log-undeclared",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
    summary: "A server that sends log messages declares the capability `logging`.",
    why: "The server must declare it. Clients that do not expect log messages drop them, and offer no way to set \
          their level.",
    remedy: "Add `\"logging\": {}` to the capabilities, or write logs to standard error.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "ready"}}"#),
    good: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"logging": {}, "tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "ready"}}"#),
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging#capabilities",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    let Some(capabilities) = session.capabilities.as_ref().filter(|all| all.kind() == Kind::Object) else { return };
    // What an SDK says about a message that is none, the server did not choose to log.
    let broken = session.first_unreadable().unwrap_or(usize::MAX);
    let is_log = |(at, _, method, _): &(usize, _, &str, _)| *method == "notifications/message" && *at < broken;
    let first = session.asked_by(Side::Server).find(is_log);
    if let (Some((at, _, method, _)), None) = (first, capabilities.get("logging")) {
        findings.add_at(at, Some(method), "/method", "A log message is sent, but logging is not declared");
    }
}
