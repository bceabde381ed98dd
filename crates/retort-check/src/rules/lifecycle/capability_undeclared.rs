//! `capability-undeclared`: a server says that it has what it offers.

use std::collections::HashMap;

use retort_core::{Kind, Revision};

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF014",
    name: "capability-undeclared",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "What a server offers is among its capabilities.",
    why: "Clients do not ask for what the server does not declare: its tools, resources or prompts stay invisible.",
    remedy: "Add the capability to the answer to `initialize` or `server/discover`.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "greet", "title": "Greet", "description": "Greets a person by name.", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "description": "Who is greeted."}}, "required": ["name"], "additionalProperties": false}, "annotations": {"title": "Greet", "readOnlyHint": true, "openWorldHint": false}}]}}"#),
    good: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "greet", "title": "Greet", "description": "Greets a person by name.", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "description": "Who is greeted."}}, "required": ["name"], "additionalProperties": false}, "annotations": {"title": "Greet", "readOnlyHint": true, "openWorldHint": false}}]}}"#),
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation",
    check: Check::Session(check),
    ..Rule::COMMON
};

/// Methods, the capability that each needs, and the list in its result.
const NEEDED: [(&str, &str, &str); 9] = [
    ("tools/list", "tools", "tools"),
    ("tools/call", "tools", ""),
    ("resources/list", "resources", "resources"),
    ("resources/templates/list", "resources", "resourceTemplates"),
    ("resources/read", "resources", ""),
    ("prompts/list", "prompts", "prompts"),
    ("prompts/get", "prompts", ""),
    ("completion/complete", "completions", ""),
    ("logging/setLevel", "logging", ""),
];

fn check(session: &Session, findings: &mut Findings<'_>) {
    let Some(capabilities) = session.capabilities.as_ref().filter(|all| all.kind() == Kind::Object) else { return };
    // Each capability is looked for once, however many answers need it.
    let mut declared: HashMap<&str, bool> = HashMap::new();
    for exchange in session.exchanges() {
        let (Some(method), Some(result)) = (exchange.method, exchange.result()) else { continue };
        let Some((_, capability, list)) = NEEDED.iter().find(|(of, ..)| *of == method) else { continue };
        let mut is_declared = || {
            let is_there = || capabilities.get(capability).is_some_and(|value| value.kind() != Kind::Null);
            *declared.entry(capability).or_insert_with(is_there)
        };
        // The capability for completions came with revision 2025-03-26.
        let needed = *capability != "completions" || session.revision >= Revision::V2025_03_26;
        if !needed || result.is_error || is_declared() {
            continue;
        }
        // An empty list offers nothing.
        if !list.is_empty() && result.raw.get(list).is_none_or(|list| list.items().next().is_none()) {
            continue;
        }
        // What was told once is not told again.
        declared.insert(capability, true);
        let message = format!("{method} is answered, but {capability} is not among the capabilities");
        findings.add_at(exchange.at, exchange.subject().as_deref(), result.pointer(), message);
    }
}
