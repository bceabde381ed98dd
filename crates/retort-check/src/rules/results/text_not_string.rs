//! `text-not-string`: the `text` of a block is a string.

use retort_core::OddityKind;

use super::repair;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES014",
    name: "text-not-string",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
    summary: "The `text` of a block is a string.",
    why: "Strict clients refuse the result; others show `[object Object]` or fail when they join the texts.",
    remedy: "Encode the value as JSON into the string, and send it as `structuredContent` too where it is an object.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": 22.5}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "22.5"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#text-content",
    check: Check::Oddity(OddityKind::TextNotString),
    fix: Some(Fix::safe(repair::make_text)),
    ..Rule::COMMON
};
