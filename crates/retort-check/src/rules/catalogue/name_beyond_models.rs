//! `name-beyond-models`: the name of a tool is one that every model takes: up to 64 letters, digits, `_` and `-`.

use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT006",
    name: "name-beyond-models",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "The name of a tool is one that every model takes: up to 64 letters, digits, `_` and `-`.",
    why: "The protocol allows more than models do. Dots, slashes and long names are refused by some, and clients have \
          to rename such tools or leave them away.",
    remedy: "Write `weather_get` in place of `weather.get`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "weather.get", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "weather_get", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names",
    check: Check::Tool(check),
    ..Rule::COMMON
};

const LONGEST_NAME: usize = 64;

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let name = tool.name.as_str();
    let is_common = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-');
    // What the protocol does not allow either is told by other rules.
    let odd = name.chars().find(|char| !is_common(*char)).filter(|char| matches!(char, '.' | '/'));
    let length = name.chars().count();
    let words = match odd {
        Some(odd) => format!("`{}` has {odd:?} in it", shortened(name)),
        None if length > LONGEST_NAME && length <= 128 => format!("`{}` has {length} characters", shortened(name)),
        None => return,
    };
    findings.add(format!("{}/name", tool.pointer), words);
}
