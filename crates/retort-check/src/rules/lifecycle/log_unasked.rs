//! `log-unasked`: log messages are sent to those who want them.

use retort_core::{Raw, Revision};

use crate::finding::Findings;
use crate::pairs::Side;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF025",
    name: "log-unasked",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2026_07_28..=Revision::V2026_07_28,
    summary: "Log messages are sent only where a request asks for them.",
    why: "The server must not send any for a request without a level. They fill the log of a client that never \
          asked.",
    remedy: "Send log messages only for requests with `io.modelcontextprotocol/logLevel` in `_meta`, or write them \
             to standard error.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "ready"}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Hello Ada"}], "resultType": "complete"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}, "io.modelcontextprotocol/logLevel": "info"}}}
{"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "ready"}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Hello Ada"}], "resultType": "complete"}}"#,
    source: "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    let first = session.asked_by(Side::Server).find(|(_, _, method, _)| *method == "notifications/message");
    let Some((at, _, method, _)) = first else { return };
    let wants = |params: Option<&Raw>| {
        params.and_then(|params| params.get("_meta")?.get("io.modelcontextprotocol/logLevel")).is_some()
    };
    // Without the requests nobody can tell.
    let mut asked = session.asked_by(Side::Client).take_while(|(asked, ..)| *asked < at).peekable();
    if asked.peek().is_some() && !asked.any(|(.., params)| wants(params)) {
        findings.add_at(at, Some(method), "/method", "A log message is sent, but no request asked for any");
    }
}
