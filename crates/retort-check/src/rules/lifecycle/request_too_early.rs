//! `request-too-early`: a server asks for nothing before the client is ready.

use retort_core::Revision;

use crate::finding::{Findings, shortened};
use crate::pairs::Side;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF017",
    name: "request-too-early",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
    summary: "A server asks for nothing but `ping` before the client says that it is initialized.",
    why: "Until then the client may not have set up what answers requests: it drops them or fails, and the server \
          waits.",
    remedy: "Wait for `notifications/initialized` before asking for roots, samples or input.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {"roots": {}}, "clientInfo": {"name": "client", "version": "1.0.0"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "id": 7, "method": "roots/list"}
{"jsonrpc": "2.0", "id": 7, "result": {"roots": []}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {"roots": {}}, "clientInfo": {"name": "client", "version": "1.0.0"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 7, "method": "roots/list"}
{"jsonrpc": "2.0", "id": 7, "result": {"roots": []}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    let place = |wanted: &str| session.asked_by(Side::Client).find(|(_, _, method, _)| *method == wanted);
    let Some((greeted, ..)) = place("initialize") else { return };
    // A transcript may leave out notifications: then the answer to the greeting is what counts.
    let ready = place("notifications/initialized").map(|(at, ..)| at);
    let answered = || session.answer_to("initialize").map(|exchange| exchange.at);
    let Some(ready) = ready.or_else(answered) else { return };
    for (at, message, method, _) in session.asked_by(Side::Server) {
        let asks = message.id.is_some() && method != "ping";
        if asks && (greeted..ready).contains(&at) {
            let message = format!("{} came before the client was initialized", shortened(method));
            findings.add_at(at, Some(method), "/method", message);
        }
    }
}
