//! `content-string`: `content` is an array of blocks, not a string.

use retort_core::OddityKind;

use super::repair;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES006",
    name: "content-string",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Omni],
    summary: "`content` is an array of blocks, not a string.",
    why: "Clients iterate over `content`. A string is refused by strict clients, and lenient ones make a block of \
          every letter.",
    remedy: "Send `[{\"type\": \"text\", \"text\": \"…\"}]`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": "It is 22 degrees."}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::ContentString),
    fix: Some(Fix::safe(repair::wrap_in_block)),
    ..Rule::COMMON
};
