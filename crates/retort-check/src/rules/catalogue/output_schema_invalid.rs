//! `output-schema-invalid`: an `outputSchema` is a valid JSON Schema.

use retort_core::{Kind, Revision};

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::schema::Schema;
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "CAT031",
    name: "output-schema-invalid",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_06_18..=Revision::V2026_07_28,
    summary: "An `outputSchema` is a valid JSON Schema.",
    why: "Clients compile it to check results. One that is not valid makes every call of the tool fail, or the whole \
          list.",
    remedy: "Correct the place; the default version is 2020-12 unless `$schema` says otherwise.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "outputSchema": {"type": "object", "properties": {"temperature": {"type": "float", "description": "In degrees Celsius."}}, "required": ["temperature"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "outputSchema": {"type": "object", "properties": {"temperature": {"type": "number", "description": "In degrees Celsius."}}, "required": ["temperature"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema",
    check: Check::Tool(check),
    ..Rule::COMMON
};

fn check(tool: &Tool, findings: &mut Findings<'_>) {
    let pointer = format!("{}/outputSchema", tool.pointer);
    match tool.get("outputSchema") {
        None => {}
        Some(schema) if schema.kind() != Kind::Object => {
            findings.add(pointer, format!("{} is no object", quoted(schema)));
        }
        Some(_) => {
            let schema = tool.output().filter(|schema| schema.outside().is_none());
            if let Some(fault) = schema.and_then(Schema::fault) {
                findings.add(format!("{pointer}{}", fault.pointer), fault.told());
            }
        }
    }
}
