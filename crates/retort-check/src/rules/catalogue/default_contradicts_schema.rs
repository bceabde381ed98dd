//! `default-contradicts-schema`: a `default` is a value that its own schema allows.

use serde_json::Value;

use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::schema::{Keyword, Schema};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT029",
    name: "default-contradicts-schema",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "A `default` is a value that its own schema allows.",
    why: "Clients and models fill in the default, and the server or the client then refuses it.",
    remedy: "Correct the default, or allow it in the schema.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"days": {"type": "integer", "description": "How many days to look ahead.", "default": "three"}}, "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"days": {"type": "integer", "description": "How many days to look ahead.", "default": 3}}, "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    ..Rule::COMMON
};

/// So many defaults of a tool are looked at.
const MOST_DEFAULTS: usize = 100;

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    // `null` as the default says that there is none: generators write it for whatever may be left out.
    tell(tool, findings, |default| !default.is_null());
    findings.soften();
    tell(tool, findings, Value::is_null);
}

fn tell(tool: &Tool, findings: &mut Findings<'_>, is_meant: fn(&Value) -> bool) {
    let places = tool.input().into_iter().flat_map(|schema| schema.places_with(Keyword::Default));
    let with_default = places.filter_map(|(pointer, place)| Some((pointer, place, place.get("default")?)));
    for (pointer, place, default) in with_default.filter(|(.., default)| is_meant(default)).take(MOST_DEFAULTS) {
        let is_nullable = default.is_null() && place.get("nullable") == Some(&Value::Bool(true));
        if is_nullable || !Schema::refuses(place, default) {
            continue;
        }
        let words = format!("{} does not fit the schema around it", shortened(&default.to_string()));
        findings.add(format!("{}/inputSchema{pointer}/default", tool.pointer), words);
    }
}
