//! `version-refused`: a server that does not know a version offers its own.

use retort_core::{Kind, Revision};

use crate::finding::{Findings, quoted, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "LIF008",
    name: "version-refused",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
    summary: "A server that does not speak the version that was asked for offers one that it speaks.",
    why: "The server must answer with another version. With an error the client cannot know that both have a version \
          in common, and gives up.",
    remedy: "Answer `initialize` with the newest version that the server speaks, and let the client decide.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2099-01-01", "capabilities": {}, "clientInfo": {"name": "client", "version": "1.0.0"}}}
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unsupported protocol version"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2099-01-01", "capabilities": {}, "clientInfo": {"name": "client", "version": "1.0.0"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let (Some("initialize"), Some(error)) = (exchange.method, exchange.error()) else { return };
    let Some(version) = exchange.params.and_then(|params| params.get("protocolVersion")) else { return };
    // The specification shows an error that lists the versions of the server, which serves as well.
    let offers = error.data.as_ref().is_some_and(|data| data.get("supported").is_some());
    if version.kind() == Kind::String && version.to_plain().parse::<Revision>().is_err() && !offers {
        let said = shortened(&error.message);
        findings.add("/error", format!("The version {} was answered with an error: {said}", quoted(&version)));
    }
}
