//! `name-differs-in-case`: names of tools differ in more than the case of their letters.

use std::collections::HashMap;

use super::listing::listings;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "CAT008",
    name: "name-differs-in-case",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "Names of tools differ in more than the case of their letters.",
    why: "Models mix such names up, and clients that ignore case lose one of the tools.",
    remedy: "Rename one of them.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}, {"name": "Get_Weather", "title": "Weather report", "description": "Tells the weather of the week in a city.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}, {"name": "get_forecast", "title": "Weather report", "description": "Tells the weather of the week in a city.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    for listing in listings(session) {
        let mut known: HashMap<String, &str> = HashMap::new();
        let mut left = 5;
        for tool in listing.tools.iter().filter(|tool| !tool.name.is_empty()) {
            let first = *known.entry(tool.name.to_lowercase()).or_insert(&tool.name);
            if first != tool.name && left > 0 {
                left -= 1;
                let words = format!("`{}` and `{}` differ in case alone", shortened(first), shortened(&tool.name));
                findings.add_at(tool.at, Some(&tool.name), format!("{}/name", tool.pointer), words);
            }
        }
    }
}
