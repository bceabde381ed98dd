//! `is-error-not-boolean`: `isError` is a boolean.

use retort_core::OddityKind;

use crate::repair::{Edits, Fix};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES026",
    name: "is-error-not-boolean",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
    summary: "`isError` is a boolean.",
    why: "Strict clients refuse the result. In lenient ones every string is true, so that `\"false\"` makes a failure \
          of a success.",
    remedy: "Send `true` or `false`, or leave the member away.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}], "isError": "false"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}], "isError": false}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Oddity(OddityKind::IsErrorNotBoolean),
    fix: Some(Fix::safe(flag)),
    ..Rule::COMMON
};

/// Makes a boolean of what can be nothing else.
fn flag(edits: &mut Edits, pointer: &str) {
    let Some(place) = edits.get(pointer) else { return };
    match place.to_plain().trim().to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => edits.replace(pointer, "true"),
        "false" | "0" | "no" | "off" | "null" | "" => edits.replace(pointer, "false"),
        _ => {}
    }
}
