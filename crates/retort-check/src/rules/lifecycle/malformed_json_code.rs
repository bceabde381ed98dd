//! `malformed-json-code`: what is no JSON is refused with the code for that.

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "LIF011",
    name: "malformed-json-code",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "What is no JSON is answered with the code -32700.",
    why: "By this code a client knows that its message was damaged on the way, and can send it again.",
    remedy: "Answer with -32700, “Parse error”, and without an id or with null.",
    bad: r#"{"time": "2026-01-05T10:00:00.000Z", "direction": "sent", "text": "{\"jsonrpc\": \"2.0\", \"id\": 2, \"method\":"}
{"time": "2026-01-05T10:00:00.000Z", "direction": "received", "message": {"jsonrpc": "2.0", "id": null, "error": {"code": -32603, "message": "Internal error"}}}"#,
    good: r#"{"time": "2026-01-05T10:00:00.000Z", "direction": "sent", "text": "{\"jsonrpc\": \"2.0\", \"id\": 2, \"method\":"}
{"time": "2026-01-05T10:00:00.000Z", "direction": "received", "message": {"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error"}}}"#,
    source: "https://www.jsonrpc.org/specification#error_object",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    if let (Some(""), Some(code)) = (exchange.method, exchange.code())
        && code != -32_700
    {
        findings.add("/error/code", format!("What is no JSON was answered with {code}, not -32700"));
    }
}
