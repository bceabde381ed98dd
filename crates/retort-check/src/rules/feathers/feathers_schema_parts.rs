//! `feathers-schema-parts`: the `inputSchema` of a tool has `type`, `properties` and `required`, also where they are
//! empty.

use retort_core::Kind;

use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::session::Tool;
use crate::within::listed;

pub(super) const RULE: Rule = Rule {
    id: "FEA036",
    name: "feathers-schema-parts",
    severity: Severity::Warning,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "The `inputSchema` of a tool has `type`, `properties` and `required`, also where they are empty.",
    why: "Clients of the server build forms from the three without looking whether they are there.",
    remedy: "Send `{\"type\": \"object\", \"properties\": {}, \"required\": []}` for a tool without arguments.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "ping_docs", "description": "Tells whether the knowledge base is loaded.", "inputSchema": {"type": "object"}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "ping_docs", "description": "Tells whether the knowledge base is loaded.", "inputSchema": {"type": "object", "properties": {}, "required": []}}]}}"#,
    source: "FeathersJS MCP server, \"tools/list\"",
    check: Check::Tool(check),
    fix: None,
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let Some(schema) = tool.raw.get("inputSchema").filter(|schema| schema.kind() == Kind::Object) else { return };
    let missing: Vec<&str> =
        ["type", "properties", "required"].into_iter().filter(|key| schema.get(key).is_none()).collect();
    if !missing.is_empty() {
        findings.add(format!("{}/inputSchema", tool.pointer), format!("The schema has no {}", listed(&missing)));
    }
}
