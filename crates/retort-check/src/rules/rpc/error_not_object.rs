//! `error-not-object`: `error` is an object.

use retort_core::OddityKind;

use crate::repair::{Edits, Fix, object, string};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC029",
    name: "error-not-object",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    summary: "The member `error` is an object.",
    why: "Clients read `error.code` and `error.message`. Strict ones drop the message, others report a failure \
          without a word.",
    remedy: "Send `{\"code\": -32603, \"message\": \"…\"}` with the text as the message.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "error": "Unknown tool: greet"}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}}"#,
    source: "https://www.jsonrpc.org/specification#error_object",
    check: Check::Oddity(OddityKind::ErrorNotObject),
    fix: Some(Fix::guess(repaired)),
    ..Rule::COMMON
};

/// The error as an object: its text is the message, and the code is the one for any failure.
fn repaired(edits: &mut Edits, pointer: &str) {
    if let Some(error) = edits.get(pointer) {
        edits.replace(pointer, object(&[("code", "-32603"), ("message", &string(&error.to_plain()))]));
    }
}
