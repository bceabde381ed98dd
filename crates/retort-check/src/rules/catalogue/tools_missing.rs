//! `tools-missing`: the answer to `tools/list` has an array `tools`.

use retort_core::{Body, Kind};

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "CAT001",
    name: "tools-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Feathers],
    summary: "The answer to `tools/list` has an array `tools`.",
    why: "Without it a client has no tools, or refuses the answer and the connection with it.",
    remedy: "Send `\"tools\": []` where there are none.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": null}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
{"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "get_weather", "title": "Weather", "description": "Tells the temperature in a city, in degrees Celsius.", "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "description": "The name of the city."}}, "required": ["city"], "additionalProperties": false}, "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": true}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#listing-tools",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let Body::Result(result) = &exchange.message.body else { return };
    if exchange.method != Some("tools/list") {
        return;
    }
    match result.raw.get("tools") {
        None => findings.add(result.pointer(), "there is no `tools`"),
        Some(tools) if tools.kind() == Kind::Array => {}
        Some(tools) => findings.add(format!("{}/tools", result.pointer()), format!("{} is no array", quoted(&tools))),
    }
}
