//! `argument-name-beyond-models`: the names of arguments have up to 64 letters, digits, `_`, `-` and `.`.

use serde_json::Value;

use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::schema::escaped;
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT027",
    name: "argument-name-beyond-models",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "The names of arguments have up to 64 letters, digits, `_`, `-` and `.`.",
    why: "Large models refuse other names, and with them the whole request.",
    remedy: "Write `city_name` in place of `city name`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city name": {"type": "string", "description": "The name of the city."}}, "required": ["city name"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    ..Rule::COMMON
};

const LONGEST_NAME: usize = 64;

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let Some(schema) = tool.input() else { return };
    let Some(properties) = schema.root.get("properties").and_then(Value::as_object) else { return };
    let inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    for name in properties.keys().filter(|name| name.is_empty() || name.len() > LONGEST_NAME || !name.bytes().all(inside)) {
        let pointer = format!("{}/inputSchema/properties/{}", tool.pointer, escaped(name));
        findings.add(pointer, format!("`{}` is refused by some models", shortened(name)));
    }
}
