//! `block-string`: a block is an object with a `type`, not a bare string.

use retort_core::OddityKind;

use super::repair;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES008",
    name: "block-string",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
    summary: "A block is an object with a `type`, not a bare string.",
    why: "Strict clients refuse the whole result because of one block that is not an object.",
    remedy: "Write `{\"type\": \"text\", \"text\": \"…\"}` in place of the string.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": ["It is 22 degrees."]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::BlockString),
    fix: Some(Fix::safe(repair::make_block)),
    ..Rule::COMMON
};
