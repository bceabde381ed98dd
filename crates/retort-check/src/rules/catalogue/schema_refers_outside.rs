//! `schema-refers-outside`: the schemas of a tool hold all that they refer to.

use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::schema::Schema;
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT022",
    name: "schema-refers-outside",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "The schemas of a tool hold all that they refer to.",
    why: "Clients do not fetch schemas from the network, for good reasons: the reference is left open and the schema \
          of no use.",
    remedy: "Copy what is referred to under `$defs` and write `#/$defs/…`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"$ref": "https://example.com/schemas/city.json", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
    check: Check::Tool(check),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    for (name, schema) in [("inputSchema", tool.input()), ("outputSchema", tool.output())] {
        if let Some((pointer, reference)) = schema.and_then(Schema::outside) {
            findings.add(format!("{}/{name}{pointer}", tool.pointer), format!("it leads to {}", shortened(reference)));
        }
    }
}
