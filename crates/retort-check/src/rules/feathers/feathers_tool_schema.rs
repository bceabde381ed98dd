//! `feathers-tool-schema`: the input schemas of `search_docs`, `get_feathers_template` and `generate_service` are those
//! of the document.

use retort_core::{Kind, Raw};

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;
use crate::within::step;

pub(super) const RULE: Rule = Rule {
    id: "FEA037",
    name: "feathers-tool-schema",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    summary: "The input schemas of `search_docs`, `get_feathers_template` and `generate_service` are those of the \
          document.",
    why: "Clients are written against them. A renamed argument or a missing choice breaks calls that were right.",
    remedy: "Take the schemas from the document; descriptions may be added.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "search_docs", "description": "Searches the FeathersJS documentation knowledge base and returns the most relevant entries.", "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}, "limit": {"type": "number", "minimum": 1, "maximum": 50}, "version": {"type": "string", "enum": ["v4", "v5", "both", "all"]}}, "required": [], "additionalProperties": false}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "search_docs", "description": "Searches the FeathersJS documentation knowledge base and returns the most relevant entries.", "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}, "limit": {"type": "number", "minimum": 1, "maximum": 50}, "version": {"type": "string", "enum": ["v4", "v5", "both", "all"]}}, "required": ["query"], "additionalProperties": false}}]}}"#,
    source: "FeathersJS MCP server, \"Tool Query and Return Formats, Input schema (exact)\"",
    check: Check::Tool(check),
    ..Rule::COMMON
};

/// The schemas, word for word.
const SCHEMAS: [(&str, &str); 3] = [
    (
        "search_docs",
        r#"{"type": "object", "properties": {
            "query": {"type": "string"},
            "limit": {"type": "number", "minimum": 1, "maximum": 50},
            "version": {"type": "string", "enum": ["v4", "v5", "both", "all"]}
        }, "required": ["query"], "additionalProperties": false}"#,
    ),
    (
        "get_feathers_template",
        r#"{"type": "object", "properties": {
            "database": {"type": "string", "enum": ["mongodb", "postgresql", "sqlite"]},
            "auth": {"type": "boolean"},
            "typescript": {"type": "boolean"},
            "version": {"type": "string", "enum": ["v4", "v5", "both"]}
        }, "required": ["database"], "additionalProperties": false}"#,
    ),
    (
        "generate_service",
        r#"{"type": "object", "properties": {
            "name": {"type": "string"},
            "database": {"type": "string", "enum": ["mongodb", "postgresql", "sqlite"]},
            "fields": {"type": "array", "items": {"type": "object", "properties": {
                "name": {"type": "string"},
                "type": {"type": "string", "enum": ["string", "number", "boolean", "date", "objectId", "array", "object"]},
                "required": {"type": "boolean"},
                "unique": {"type": "boolean"}
            }, "required": ["name", "type"]}}
        }, "required": ["name", "database", "fields"], "additionalProperties": false}"#,
    ),
];

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let Some((_, schema)) = SCHEMAS.iter().find(|(name, _)| *name == tool.name) else { return };
    let (Some(sent), Some(wanted)) = (tool.raw.get("inputSchema"), Raw::parse(*schema)) else { return };
    let mut open = vec![(format!("{}/inputSchema", tool.pointer), wanted, sent)];
    while let Some((place, wanted, sent)) = open.pop() {
        let is_properties = place.ends_with("/properties");
        match wanted.kind() {
            Kind::Object if sent.kind() == Kind::Object => {
                for (key, wanted) in wanted.members() {
                    match sent.get(&key) {
                        Some(sent) => open.push((format!("{place}/{key}"), wanted, sent)),
                        None => findings.add(place.as_str(), format!("`{key}` is missing: {}", quoted(&wanted))),
                    }
                }
                for (key, _) in sent.members().filter(|(key, _)| is_properties && wanted.get(key).is_none()) {
                    findings.add(format!("{place}{}", step(&key)), "The document has no such argument");
                }
            }
            _ if in_any_order(&wanted) == in_any_order(&sent) => {}
            _ => findings.add(place, format!("This is {}, not {}", quoted(&sent), quoted(&wanted))),
        }
    }
}

/// What a value says; lists of names may be in any order.
fn in_any_order(value: &Raw) -> Vec<String> {
    let mut items: Vec<String> = match value.kind() {
        Kind::Array => value.items().map(|item| item.to_json()).collect(),
        _ => vec![value.to_json()],
    };
    items.sort();
    items
}
