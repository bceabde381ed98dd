//! `name-twice`: every tool in a list has a name of its own.

use std::collections::HashSet;

use super::listing::listings;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "CAT007",
    name: "name-twice",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "Every tool in a list has a name of its own.",
    why: "A call names a tool, so one of two with the same name can never be called. Models refuse a list with a name \
          twice.",
    remedy: "Rename one of them.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}, {"name": "get_weather", "title": "Weather report", "description": "Tells the weather of the week in a city.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}, {"name": "get_forecast", "title": "Weather report", "description": "Tells the weather of the week in a city.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    for listing in listings(session) {
        let mut known = HashSet::new();
        let twice = listing.tools.iter().filter(|tool| !tool.name.is_empty() && !known.insert(tool.name.as_str()));
        for tool in twice {
            let words = format!("there is another tool with the name `{}`", shortened(&tool.name));
            findings.add_at(tool.at, Some(&tool.name), format!("{}/name", tool.pointer), words);
        }
    }
}
