//! `cache-hints-missing`: lists say how long they hold.

use retort_core::{Kind, ResultType, Revision};

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "LIF022",
    name: "cache-hints-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2026_07_28..=Revision::V2026_07_28,
    summary: "Lists, resources and the answer to `server/discover` have `ttlMs` and `cacheScope`.",
    why: "Both are required. Without them a client asks again every time, or keeps for everybody what was meant for \
          one.",
    remedy: "Add `\"ttlMs\"` in milliseconds, 0 where nothing may be kept, and `\"cacheScope\"`, `\"private\"` where \
             the answer depends on who asks.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "tools": [{"name": "greet", "title": "Greet", "description": "Greets a person by name.", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "description": "Who is greeted."}}, "required": ["name"], "additionalProperties": false}, "annotations": {"title": "Greet", "readOnlyHint": true, "openWorldHint": false}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "ttlMs": 60000, "cacheScope": "public", "tools": [{"name": "greet", "title": "Greet", "description": "Greets a person by name.", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "description": "Who is greeted."}}, "required": ["name"], "additionalProperties": false}, "annotations": {"title": "Greet", "readOnlyHint": true, "openWorldHint": false}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

/// The methods whose results can be kept.
const CACHEABLE: [&str; 6] =
    ["server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"];

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let Some(method) = exchange.method.filter(|method| CACHEABLE.contains(method)) else { return };
    let Some(result) = exchange.result().filter(|result| result.raw.kind() == Kind::Object) else { return };
    // A result that asks for more is not one to keep.
    if result.result_type.as_ref().is_some_and(|kind| *kind != ResultType::Complete) {
        return;
    }
    for name in ["ttlMs", "cacheScope"] {
        if result.raw.get(name).is_none() {
            findings.add(result.pointer(), format!("The answer to {method} has no {name}"));
        }
    }
}
