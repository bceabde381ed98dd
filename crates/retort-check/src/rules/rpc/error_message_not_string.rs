//! `error-message-not-string`: the message of an error is a string.

use retort_core::OddityKind;

use crate::repair::{Fix, strict, string};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC031",
    name: "error-message-not-string",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    summary: "The message of an error is a string.",
    why: "Strict clients drop the error, others show `[object Object]`.",
    remedy: "Say it in one sentence, and put what is structured into `error.data`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": {"tool": "greet", "reason": "unknown"}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}}"#,
    source: "https://www.jsonrpc.org/specification#error_object",
    check: Check::Oddity(OddityKind::ErrorMessageNotString),
    fix: Some(Fix::safe(|edits, pointer| {
        if let Some(said) = edits.get(pointer) {
            edits.replace(pointer, string(&strict(&said)));
        }
    })),
    ..Rule::COMMON
};
