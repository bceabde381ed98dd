//! `description-too-long`: the description of a tool has at most 1024 characters.

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT013",
    name: "description-too-long",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "The description of a tool has at most 1024 characters.",
    why: "It is sent to the model with every request, whether the tool is used or not. Some models refuse more than \
          1024 characters, and clients cut them.",
    remedy: "Keep what is needed to choose the tool, and describe arguments in the schema.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature, the wind, the rain, the snow, the clouds, the pressure and the humidity in a city. Tells the temperature, the wind, the rain, the snow, the clouds, the pressure and the humidity in a city. Tells the temperature, the wind, the rain, the snow, the clouds, the pressure and the humidity in a city. Tells the temperature, the wind, the rain, the snow, the clouds, the pressure and the humidity in a city. Tells the temperature, the wind, the rain, the snow, the clouds, the pressure and the humidity in a city. Tells the temperature, the wind, the rain, the snow, the clouds, the pressure and the humidity in a city. Tells the temperature, the wind, the rain, the snow, the clouds, the pressure and the humidity in a city. Tells the temperature, the wind, the rain, the snow, the clouds, the pressure and the humidity in a city. Tells the temperature, the wind, the rain, the snow, the clouds, the pressure and the humidity in a city. Tells the temperature, the wind, the rain, the snow, the clouds, the pressure and the humidity in a city.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    ..Rule::COMMON
};

const LONGEST_DESCRIPTION: usize = 1024;

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let length = tool.text("description").map_or(0, |description| description.chars().count());
    if length > LONGEST_DESCRIPTION {
        findings.add(format!("{}/description", tool.pointer), format!("it has {length} characters"));
    }
}
