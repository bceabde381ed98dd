//! `text-missing`: a text block has `text`.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES013",
    name: "text-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
    revisions: ALWAYS,
    summary: "A text block has `text`.",
    why: "The schema requires `text`. Strict clients refuse the whole result, and the others show nothing.",
    remedy: "Put the words under `text`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "content": "It is 22 degrees."}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#text-content",
    check: Check::Oddity(OddityKind::TextMissing),
    fix: None,
};
