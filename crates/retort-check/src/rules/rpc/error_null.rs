//! `error-null`: a result has no error beside it, not even null.

use retort_core::OddityKind;

use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC025",
    name: "error-null",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    summary: "A result stands without `error`, not beside `error: null`.",
    why: "An answer must not have both members. Clients that look for the name see an error without a code and fail.",
    remedy: "Leave `error` out where there is none; serialisers have an option to skip null.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}, "error": null}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    source: "https://www.jsonrpc.org/specification#response_object",
    check: Check::Oddity(OddityKind::ErrorNull),
    fix: Some(Fix::safe(|edits, pointer| {
        if pointer == "/error" {
            edits.remove(pointer);
        }
    })),
    ..Rule::COMMON
};
