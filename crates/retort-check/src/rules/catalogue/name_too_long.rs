//! `name-too-long`: the name of a tool has at most 128 characters.

use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT005",
    name: "name-too-long",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "The name of a tool has at most 128 characters.",
    why: "Clients put the name of the server before it and models take 64 or 128 characters in all. A longer name is \
          cut, and cut names clash.",
    remedy: "Shorten the name; the description has room for the rest.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_the_weather_of_a_city_by_its_name_and_the_name_of_its_country_with_the_temperature_in_degrees_celsius_or_degrees_fahrenheit_as_asked", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names",
    check: Check::Tool(check),
    ..Rule::COMMON
};

const LONGEST_NAME: usize = 128;

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let length = tool.name.chars().count();
    if length > LONGEST_NAME {
        let words = format!("`{}` has {length} characters", shortened(&tool.name));
        findings.add(format!("{}/name", tool.pointer), words);
    }
}
