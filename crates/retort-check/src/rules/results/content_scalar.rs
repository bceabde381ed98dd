//! `content-scalar`: `content` is an array of blocks, not a number or a boolean.

use retort_core::OddityKind;

use super::repair;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES007",
    name: "content-scalar",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
    summary: "`content` is an array of blocks, not a number or a boolean.",
    why: "Clients iterate over `content` and fail on a bare value; the answer is lost.",
    remedy: "Write the value into a text block.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": 22.5}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "22.5"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::ContentScalar),
    fix: Some(Fix::safe(repair::wrap_in_block)),
    ..Rule::COMMON
};
