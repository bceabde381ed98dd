//! `output-schema-broken`: `structuredContent` is what the `outputSchema` of the tool says.

use retort_core::Revision;

use super::promised;
use crate::call::Call;
use crate::finding::Findings;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Tool;

pub(super) const RULE: Rule = Rule {
    id: "RES049",
    name: "output-schema-broken",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_06_18..=Revision::V2026_07_28,
    summary: "`structuredContent` is what the `outputSchema` of the tool says.",
    why: "Clients check the result against the schema and refuse what does not fit; programs that rely on it fail \
          later and harder to find.",
    remedy: "Correct the result, or the schema. What only spells a value in another type can be repaired.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "outputSchema": {"type": "object", "properties": {"temperature": {"type": "number", "description": "In degrees Celsius."}}, "required": ["temperature"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "get_weather", "arguments": {"city": "Vienna"}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "{\"temperature\": \"22.5\"}"}], "structuredContent": {"temperature": "22.5"}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "outputSchema": {"type": "object", "properties": {"temperature": {"type": "number", "description": "In degrees Celsius."}}, "required": ["temperature"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "get_weather", "arguments": {"city": "Vienna"}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "{\"temperature\": 22.5}"}], "structuredContent": {"temperature": 22.5}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema",
    check: Check::Call(check),
    fix: Some(Fix::guess(promised::respell)),
    ..Rule::COMMON
};

const LISTED: usize = 1_000;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(result) = call.success() else { return };
    let Some((structured, schema)) = result.structured.as_ref().zip(call.entry().and_then(Tool::output)) else {
        return;
    };
    // A repair mends all of them at once, and needs a few.
    for fault in schema.misfits(structured, LISTED.min(findings.most)) {
        let pointer = format!("{}/structuredContent{}", result.pointer(), fault.pointer);
        findings.add(pointer, fault.told());
    }
}
