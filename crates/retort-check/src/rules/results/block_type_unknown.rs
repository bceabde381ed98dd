//! `block-type-unknown`: the `type` of a block is one that the protocol knows.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES011",
    name: "block-type-unknown",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
    revisions: ALWAYS,
    summary: "The `type` of a block is one that the protocol knows.",
    why: "Clients with typed blocks lose the whole result when they meet a `type` that they do not know; others drop \
          the block.",
    remedy: "Send what the block holds as `text`, `image`, `audio`, `resource` or `resource_link`; data for programs \
             belongs into `structuredContent`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "markdown", "text": "It is **22** degrees."}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is **22** degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::BlockTypeUnknown),
    fix: None,
};
