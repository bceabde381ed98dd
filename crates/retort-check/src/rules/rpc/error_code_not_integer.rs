//! `error-code-not-integer`: the code of an error is a whole number.

use retort_core::OddityKind;

use crate::repair::{Edits, Fix, strict};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC033",
    name: "error-code-not-integer",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    summary: "The code of an error is a whole number.",
    why: "Error codes must be integers: strict clients drop the error, others cannot tell what it means.",
    remedy: "Send the number of the code, and a name such as `NOT_FOUND` in `error.data`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": "-32602", "message": "Unknown tool: greet"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Oddity(OddityKind::ErrorCodeNotInteger),
    fix: Some(Fix::safe(repaired)),
    ..Rule::COMMON
};

/// The number that the code was written as; any other code moves to the data, and the one for any failure takes its
/// place.
fn repaired(edits: &mut Edits, pointer: &str) {
    let Some(code) = edits.get(pointer) else { return };
    let plain = code.to_plain().trim().to_owned();
    if let Ok(number) = plain.strip_suffix(".0").unwrap_or(&plain).parse::<i64>() {
        return edits.replace(pointer, number.to_string());
    }
    edits.guess();
    edits.replace(pointer, "-32603");
    let data = format!("{}/data", pointer.trim_end_matches("/code"));
    match edits.get(&data) {
        None => edits.set(pointer.trim_end_matches("/code"), "data", &format!("{{\"code\":{}}}", strict(&code))),
        Some(sent) if sent.get("code").is_none() => edits.set(&data, "code", &strict(&code)),
        Some(_) => {}
    }
}
