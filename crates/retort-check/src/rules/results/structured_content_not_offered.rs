//! `structured-content-not-offered`: a tool that answers with JSON offers it as `structuredContent` too.

use retort_core::{BlockKind, Content, Revision};

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES050",
    name: "structured-content-not-offered",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_06_18..=Revision::V2026_07_28,
    summary: "A tool that answers with JSON offers it as `structuredContent` too.",
    why: "JSON in a text has to be found and parsed by every program that uses it, and no schema says what it holds.",
    remedy: "Declare an `outputSchema` and send the same value as `structuredContent` beside the text.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "get_weather", "arguments": {"city": "Vienna"}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "{\"temperature\": 22.5}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "outputSchema": {"type": "object", "properties": {"temperature": {"type": "number", "description": "In degrees Celsius."}}, "required": ["temperature"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "get_weather", "arguments": {"city": "Vienna"}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "{\"temperature\": 22.5}"}], "structuredContent": {"temperature": 22.5}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(result) = call.success().filter(|result| result.structured.is_none()) else { return };
    let [block] = result.blocks.as_slice() else { return };
    // What a tool promises is known only where it was listed.
    let is_free = call.entry().is_some_and(|tool| tool.get("outputSchema").is_none());
    if is_free && block.kind == BlockKind::Text && matches!(call.payload().content, Content::Json(_)) {
        findings.add(block.text_pointer(), "the text is JSON, and there is no `structuredContent`");
    }
}
