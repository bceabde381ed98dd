//! `supported-versions-missing`: a server says which versions it speaks.

use retort_core::{Kind, Revision};

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "LIF019",
    name: "supported-versions-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2026_07_28..=Revision::V2026_07_28,
    summary: "The answer to `server/discover` has `supportedVersions`, a list of strings.",
    why: "The client picks a version from this list; without one it has nothing to go by.",
    remedy: "List every version that the server speaks, such as `[\"2026-07-28\", \"2025-11-25\"]`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "capabilities": {"tools": {}}, "ttlMs": 3600000, "cacheScope": "public", "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "greeter", "version": "1.2.0"}}}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "Hello Ada"}], "resultType": "complete"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "ttlMs": 3600000, "cacheScope": "public", "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "greeter", "version": "1.2.0"}}}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "Hello Ada"}], "resultType": "complete"}}"#,
    source: "https://modelcontextprotocol.io/specification/2026-07-28/server/discover",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let Some(result) = exchange.result().filter(|_| exchange.method == Some("server/discover")) else { return };
    match result.raw.get("supportedVersions") {
        None => findings.add(result.pointer(), "There are no supportedVersions"),
        Some(list) => {
            let named = list.items().all(|version| version.kind() == Kind::String) && list.items().next().is_some();
            if !named {
                let message = format!("The supportedVersions are {}, not a list of strings", quoted(&list));
                findings.add(format!("{}/supportedVersions", result.pointer()), message);
            }
        }
    }
}
