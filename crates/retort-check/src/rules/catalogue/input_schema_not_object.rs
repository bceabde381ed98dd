//! `input-schema-not-object`: an `inputSchema` is a JSON object.

use retort_core::{Kind, Raw};

use crate::finding::{Findings, quoted};
use crate::repair::{Edits, Fix};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT019",
    name: "input-schema-not-object",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Feathers],
    summary: "An `inputSchema` is a JSON object.",
    why: "Strict clients refuse the whole list because of it, also where it is null because there are no arguments.",
    remedy: "Send `{\"type\": \"object\", \"additionalProperties\": false}` for a tool without arguments.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": null, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    fix: Some(Fix::guess(repair)),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    if let Some(schema) = tool.get("inputSchema").filter(|schema| schema.kind() != Kind::Object) {
        findings.add(format!("{}/inputSchema", tool.pointer), format!("{} is no object", quoted(schema)));
    }
}

/// Nothing becomes a schema for anything; a string that holds a schema, that schema.
fn repair(edits: &mut Edits, pointer: &str) {
    let Some(raw) = edits.get(pointer) else { return };
    let inside = raw.to_text().and_then(|text| Raw::parse(text.into_owned())).filter(|raw| raw.kind() == Kind::Object);
    if let Some(inside) = inside {
        edits.replace(pointer, inside.to_json());
    } else if raw.kind() == Kind::Null {
        edits.replace(pointer, "{\"type\":\"object\"}");
    }
}
