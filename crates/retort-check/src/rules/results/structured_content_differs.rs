//! `structured-content-differs`: `structuredContent` and the JSON in the text are the same.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES025",
    name: "structured-content-differs",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    revisions: ALWAYS,
    summary: "`structuredContent` and the JSON in the text are the same.",
    why: "Some clients give the model the one, some the other. Where the two differ, the answer depends on the \
          client, and nobody can tell which is right.",
    remedy: "Encode the same value into both.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"temperature\": 21}"}], "structuredContent": {"temperature": 22.5}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"temperature\": 22.5}"}], "structuredContent": {"temperature": 22.5}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content",
    check: Check::Oddity(OddityKind::StructuredContentDiffers),
    fix: None,
};
