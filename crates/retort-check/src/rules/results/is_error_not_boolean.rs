//! `is-error-not-boolean`: `isError` is a boolean.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::tree::Tree;

pub(super) const RULE: Rule = Rule {
    id: "RES026",
    name: "is-error-not-boolean",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
    revisions: ALWAYS,
    summary: "`isError` is a boolean.",
    why: "Strict clients refuse the result. In lenient ones every string is true, so that `\"false\"` makes a failure \
          of a success.",
    remedy: "Send `true` or `false`, or leave the member away.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}], "isError": "false"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}], "isError": false}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Oddity(OddityKind::IsErrorNotBoolean),
    fix: Some(flag),
};

/// Makes a boolean of what can be nothing else.
fn flag(message: &mut Tree, pointer: &str) {
    let Some(place) = message.at(pointer) else { return };
    let sent = place.to_json().trim_matches('"').trim().to_ascii_lowercase();
    let flag = match sent.as_str() {
        "true" | "1" | "yes" | "on" => "true",
        "false" | "0" | "no" | "off" | "null" | "" => "false",
        _ => return,
    };
    *place = Tree::Json(flag.to_owned());
}
