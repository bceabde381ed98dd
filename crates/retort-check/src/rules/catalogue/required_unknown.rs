//! `required-unknown`: `required` names only properties that the schema describes.

use serde_json::Value;

use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::schema::Keyword;
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT024",
    name: "required-unknown",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "`required` names only properties that the schema describes.",
    why: "A model is told to give an argument of which it knows nothing but the name. Where others are refused, no \
          call can be right.",
    remedy: "Describe the property, or take its name out of `required`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city", "country"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    ..Rule::COMMON
};

/// Where other schemas may describe the same object.
const ELSEWHERE: [&str; 8] =
    ["allOf", "anyOf", "oneOf", "$ref", "$dynamicRef", "if", "patternProperties", "dependentSchemas"];
const BRANCHES: [&str; 7] = ["/allOf/", "/anyOf/", "/oneOf/", "/if", "/then", "/else", "/dependentSchemas/"];

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    for (pointer, place) in tool.input().into_iter().flat_map(|schema| schema.places_with(Keyword::Required)) {
        let Some(required) = place.get("required").and_then(Value::as_array) else { continue };
        let Some(properties) = place.get("properties").and_then(Value::as_object) else { continue };
        let unknown = required.iter().filter_map(Value::as_str).find(|name| !properties.contains_key(*name));
        let Some(name) = unknown else { continue };
        let pointer = pointer.to_string();
        let is_described = ELSEWHERE.iter().any(|key| place.contains_key(*key))
            || BRANCHES.iter().any(|branch| pointer.contains(branch))
            || place.get("additionalProperties").is_some_and(Value::is_object);
        if !is_described {
            let words = format!("there is no property `{}`", shortened(name));
            findings.add(format!("{}/inputSchema{pointer}/required", tool.pointer), words);
        }
    }
}
