//! `next-cursor-not-string`: `nextCursor` is a string, or left away on the last page.

use retort_core::Kind;

use super::listing;
use crate::finding::{Findings, quoted};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "CAT038",
    name: "next-cursor-not-string",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "`nextCursor` is a string, or left away on the last page.",
    why: "Strict clients refuse the whole page because of a `null`; others ask for a page that does not exist.",
    remedy: "Leave the member away on the last page.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}], "nextCursor": null}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Exchange(check),
    fix: Some(Fix::safe(|edits, pointer| {
        if edits.is(pointer, "null") {
            edits.remove(pointer);
        }
    })),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let Some(cursor) = listing::next_cursor(exchange) else { return };
    if cursor.kind() != Kind::String {
        let pointer = format!("{}/nextCursor", exchange.result_pointer());
        findings.add(pointer, format!("{} is no string", quoted(&cursor)));
    }
}
