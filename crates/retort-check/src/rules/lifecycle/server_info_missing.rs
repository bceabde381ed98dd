//! `server-info-missing`: a server says who it is.

use retort_core::{Kind, Revision};

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "LIF005",
    name: "server-info-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
    summary: "The answer to `initialize` has `serverInfo`, which is an object.",
    why: "Strict clients end the connection without it, and people cannot see which server they are connected to.",
    remedy: "Send `{\"name\": \"…\", \"version\": \"…\"}`.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}}"#),
    good: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}"#),
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let Some(result) = exchange.result().filter(|_| exchange.method == Some("initialize")) else { return };
    match result.raw.get("serverInfo") {
        None => findings.add(result.pointer(), "There is no serverInfo"),
        Some(info) if info.kind() == Kind::Object => {}
        Some(info) => {
            let message = format!("The serverInfo is {}, not an object", quoted(&info));
            findings.add(format!("{}/serverInfo", result.pointer()), message);
        }
    }
}
