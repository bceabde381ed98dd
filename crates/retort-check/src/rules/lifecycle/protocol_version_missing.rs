//! `protocol-version-missing`: the answer to `initialize` names the revision.

use retort_core::{Kind, Revision};

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "LIF001",
    name: "protocol-version-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
    summary: "The answer to `initialize` has a `protocolVersion`, which is a string.",
    why: "Without it the client does not know which revision is spoken, and strict clients end the connection.",
    remedy: "Answer with the version that the client asked for where the server speaks it, and else with the newest \
             one that it speaks.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}"#),
    good: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}"#),
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#version-negotiation",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let Some(result) = exchange.result().filter(|_| exchange.method == Some("initialize")) else { return };
    match result.raw.get("protocolVersion") {
        None => findings.add(result.pointer(), "There is no protocolVersion"),
        Some(version) if version.kind() == Kind::String => {}
        Some(version) => {
            let message = format!("The protocolVersion is {}, not a string", quoted(&version));
            findings.add(format!("{}/protocolVersion", result.pointer()), message);
        }
    }
}
