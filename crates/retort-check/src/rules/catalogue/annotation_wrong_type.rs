//! `annotation-wrong-type`: annotations are an object whose hints are booleans.

use retort_core::{Kind, Revision};

use crate::finding::{Findings, quoted};
use crate::repair::{Edits, Fix};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT037",
    name: "annotation-wrong-type",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_03_26..=Revision::V2026_07_28,
    summary: "Annotations are an object whose hints are booleans.",
    why: "Strict clients refuse the whole list because of one string; in lenient ones `\"false\"` counts as true.",
    remedy: "Send `true` or `false` without quotes, and leave away what is not known.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": "true", "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations",
    check: Check::Tool(check),
    fix: Some(Fix::guess(repair)),
    ..Rule::COMMON
};

const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let Some(annotations) = tool.get("annotations") else { return };
    let pointer = format!("{}/annotations", tool.pointer);
    if annotations.kind() != Kind::Object {
        return findings.add(pointer, format!("{} is no object", quoted(annotations)));
    }
    for (name, value) in annotations.members() {
        let expected = if HINTS.contains(&name.as_ref()) {
            Kind::Bool
        } else if name == "title" {
            Kind::String
        } else {
            continue;
        };
        if value.kind() != expected {
            let kind = if expected == Kind::Bool { "boolean" } else { "string" };
            findings.add(format!("{pointer}/{name}"), format!("{} is no {kind}", quoted(&value)));
        }
    }
}

fn repair(edits: &mut Edits, pointer: &str) {
    let Some(place) = edits.get(pointer) else { return };
    match place.as_str().to_ascii_lowercase().as_str() {
        "\"true\"" if !pointer.ends_with("/title") => edits.replace(pointer, "true"),
        "\"false\"" if !pointer.ends_with("/title") => edits.replace(pointer, "false"),
        "null" => edits.remove(pointer),
        _ => {}
    }
}
