//! `result-null`: an error has no result beside it, not even null.

use retort_core::OddityKind;

use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC026",
    name: "result-null",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    summary: "An error stands without `result`, not beside `result: null`.",
    why: "An answer must not have both members. Clients that look for the name take the call for a success with \
          nothing in it.",
    remedy: "Leave `result` out where there is an error; serialisers have an option to skip null.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}, "result": null}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}}"#,
    source: "https://www.jsonrpc.org/specification#response_object",
    check: Check::Oddity(OddityKind::ResultNull),
    fix: Some(Fix::safe(|edits, pointer| {
        if pointer == "/result" {
            edits.remove(pointer);
        }
    })),
    ..Rule::COMMON
};
