//! `server-info-untold`: a server says who it is.

use retort_core::Revision;

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "LIF020",
    name: "server-info-untold",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2026_07_28..=Revision::V2026_07_28,
    summary: "The answer to `server/discover` says in its `_meta` which server it is.",
    why: "Without a greeting this is the only place where people can see what they are connected to, and which \
          version of it.",
    remedy: "Add `\"io.modelcontextprotocol/serverInfo\": {\"name\": \"…\", \"version\": \"…\"}` to `_meta`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "ttlMs": 3600000, "cacheScope": "public"}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "Hello Ada"}], "resultType": "complete"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "ttlMs": 3600000, "cacheScope": "public", "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "greeter", "version": "1.2.0"}}}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "Hello Ada"}], "resultType": "complete"}}"#,
    source: "https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let Some(result) = exchange.result().filter(|_| exchange.method == Some("server/discover")) else { return };
    let told = result.raw.get("_meta").and_then(|meta| meta.get("io.modelcontextprotocol/serverInfo"));
    if told.is_none() {
        findings.add(result.pointer(), "There is no serverInfo in _meta");
    }
}
