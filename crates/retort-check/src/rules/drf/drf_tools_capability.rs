//! `drf-tools-capability`: the answer to `initialize` declares the capability `tools`.

use retort_core::{Body, Kind, ResultKind};

use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "DRF010",
    name: "drf-tools-capability",
    severity: Severity::Warning,
    profiles: &[Profile::Drf],
    revisions: ALWAYS,
    summary: "The answer to `initialize` declares the capability `tools`.",
    why: "The library serves tools and nothing else. A client that does not find the capability never asks for \
          them.",
    remedy: "Answer with `\"capabilities\": {\"tools\": {}}`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "client", "version": "1.0.0"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {"name": "django-rest-framework-mcp", "version": "0.1.0"}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "client", "version": "1.0.0"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "django-rest-framework-mcp", "version": "0.1.0"}}}"#,
    source: "django-rest-framework-mcp, \"initialize Success Response\"",
    check: Check::Exchange(check),
    fix: None,
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let Body::Result(result) = &exchange.message.body else { return };
    let greets = exchange.method == Some("initialize") || exchange.method.is_none() && result.kind == ResultKind::Other;
    if !greets || result.raw.get("protocolVersion").is_none() {
        return;
    }
    let Some(capabilities) = result.raw.get("capabilities") else { return };
    if capabilities.kind() == Kind::Object && capabilities.get("tools").is_none() {
        findings.add(format!("{}/capabilities", result.pointer()), "`capabilities` has no `tools`");
    }
}
