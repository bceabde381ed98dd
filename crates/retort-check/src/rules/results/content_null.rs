//! `content-null`: `content` is an array, not null.

use retort_core::OddityKind;

use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES004",
    name: "content-null",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
    summary: "`content` is an array, not null.",
    why: "Clients iterate over `content`; over null they fail, and the call looks broken although it went well.",
    remedy: "Send `\"content\": []`, or a block that says what was done.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": null}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::ContentNull),
    fix: Some(Fix::safe(|edits, pointer| {
        if edits.is(pointer, "null") {
            edits.replace(pointer, "[]");
        }
    })),
    ..Rule::COMMON
};
