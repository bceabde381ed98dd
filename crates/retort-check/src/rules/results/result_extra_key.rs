//! `result-extra-key`: a result has no members but those of its kind.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES028",
    name: "result-extra-key",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    revisions: ALWAYS,
    summary: "A result has no members but those of its kind.",
    why: "Clients drop members that they do not know, so that neither the model nor the person sees them. A key of \
          another kind of result, such as `tools` or `messages`, makes some clients take it for that.",
    remedy: "Move data into `structuredContent`, and remarks for programs into `_meta`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}], "station": "Vienna"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}], "_meta": {"example.com/station": "Vienna"}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::ResultExtraKey),
    fix: None,
};
