//! `structured-content-missing`: a tool with an `outputSchema` answers with `structuredContent`.

use retort_core::{Kind, OddityKind, Revision};

use super::promised;
use crate::call::Call;
use crate::finding::Findings;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES048",
    name: "structured-content-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_06_18..=Revision::V2026_07_28,
    summary: "A tool with an `outputSchema` answers with `structuredContent`.",
    why: "The schema is a promise. Clients that rely on it refuse a result without structured content, and report a \
          failed call.",
    remedy: "Send the data as `structuredContent`, or take the `outputSchema` back.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "outputSchema": {"type": "object", "properties": {"temperature": {"type": "number", "description": "In degrees Celsius."}}, "required": ["temperature"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "get_weather", "arguments": {"city": "Vienna"}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "{\"temperature\": 22.5}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "outputSchema": {"type": "object", "properties": {"temperature": {"type": "number", "description": "In degrees Celsius."}}, "required": ["temperature"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "get_weather", "arguments": {"city": "Vienna"}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "{\"temperature\": 22.5}"}], "structuredContent": {"temperature": 22.5}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema",
    check: Check::Call(check),
    fix: Some(Fix::safe(promised::offer)),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(result) = call.success().filter(|result| result.structured.is_none()) else { return };
    let promised =
        call.entry().and_then(|tool| tool.get("outputSchema")).is_some_and(|schema| schema.kind() == Kind::Object);
    let is_told = [OddityKind::StructuredContentNull, OddityKind::BarePayload, OddityKind::LegacyToolResult];
    if promised && !is_told.into_iter().any(|kind| call.has(kind)) {
        findings.add(result.pointer(), "the tool has an `outputSchema`, the result no `structuredContent`");
    }
}
