//! `next-cursor-repeats`: every page of a list leads to another one.

use std::collections::{HashMap, HashSet};

use super::listing;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "CAT040",
    name: "next-cursor-repeats",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "Every page of a list leads to another one.",
    why: "A client that follows the cursor goes round for ever, or gives up and drops the list.",
    remedy: "Leave `nextCursor` away on the last page, and make each cursor point behind what was sent.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}], "nextCursor": "p2"}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {"cursor": "p2"}}
{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "get_forecast", "title": "Forecast", "description": "Tells the weather of the week in a city.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}], "nextCursor": "p2"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}], "nextCursor": "p2"}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {"cursor": "p2"}}
{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "get_forecast", "title": "Forecast", "description": "Tells the weather of the week in a city.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Session(check),
    ..Rule::COMMON
};

fn check(session: &Session, findings: &mut Findings<'_>) {
    let mut sent: HashMap<&str, HashSet<String>> = HashMap::new();
    for exchange in session.exchanges() {
        let Some(method) = exchange.method.filter(|method| method.ends_with("/list")) else { continue };
        let sent = sent.entry(method).or_default();
        let asked = exchange.params.and_then(|params| params.get("cursor"));
        if asked.is_none() {
            // The first page starts a new round.
            sent.clear();
        }
        let Some(cursor) = listing::next_cursor(&exchange) else { continue };
        let is_known = !sent.insert(cursor.as_str().to_owned());
        if is_known && cursor.as_str() != "\"\"" && asked.is_some() {
            let pointer = format!("{}/nextCursor", exchange.result_pointer());
            findings.add_at(exchange.at, Some(method), pointer, format!("{} led to an earlier page", quoted(&cursor)));
            return;
        }
    }
}
