//! `ping-not-empty`: `ping` is answered, with nothing.

use retort_core::{Kind, Revision};

use crate::finding::{Findings, quoted, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "LIF013",
    name: "ping-not-empty",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
    summary: "The answer to `ping` is an empty result.",
    why: "Clients ask for a sign of life. An error counts as a dead connection, which is then closed; anything in \
          the result is at best ignored.",
    remedy: "Answer `ping` with `\"result\": {}`, also before the connection is initialized.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 2, "method": "ping"}
{"jsonrpc": "2.0", "id": 2, "error": {"code": -32601, "message": "Method not found: ping"}}"#),
    good: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 2, "method": "ping"}
{"jsonrpc": "2.0", "id": 2, "result": {}}"#),
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    if exchange.method != Some("ping") {
        return;
    }
    if let Some(error) = exchange.error() {
        findings.add("/error", format!("A ping was answered with an error: {}", shortened(&error.message)));
    } else if let Some(result) = exchange.result() {
        let empty = result.raw.kind() == Kind::Object && result.raw.members().all(|(key, _)| key == "_meta");
        if !empty {
            findings.add(result.pointer(), format!("A ping was answered with {}", quoted(&result.raw)));
        }
    }
}
