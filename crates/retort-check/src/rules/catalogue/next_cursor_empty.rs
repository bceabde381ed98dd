//! `next-cursor-empty`: `nextCursor` is left away on the last page, not empty.

use super::listing;
use crate::finding::Findings;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "CAT039",
    name: "next-cursor-empty",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "`nextCursor` is left away on the last page, not empty.",
    why: "An empty string is a cursor like any other. Clients that follow it get the first page again, for ever.",
    remedy: "Leave the member away on the last page.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}], "nextCursor": ""}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Exchange(check),
    fix: Some(Fix::safe(|edits, pointer| {
        if edits.is(pointer, "\"\"") {
            edits.remove(pointer);
        }
    })),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    if listing::next_cursor(exchange).is_some_and(|cursor| cursor.as_str() == "\"\"") {
        findings.add(format!("{}/nextCursor", exchange.result_pointer()), "the cursor is empty");
    }
}
