//! `structured-content-null`: `structuredContent` is left away where there is none.

use retort_core::{OddityKind, Revision};

use super::repair;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES024",
    name: "structured-content-null",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2024_11_05..=Revision::V2025_11_25,
    summary: "`structuredContent` is left away where there is none.",
    why: "A member that may be missing is still not allowed to be null: clients that check answers against the schema \
          refuse the whole result.",
    remedy: "Leave the member away.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}], "structuredContent": null}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content",
    check: Check::Oddity(OddityKind::StructuredContentNull),
    fix: Some(Fix::safe(repair::remove_null).uncovering()),
    ..Rule::COMMON
};
