//! `empty-result`: a result says something.

use retort_core::{Kind, OddityKind};

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES051",
    name: "empty-result",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "A result says something.",
    why: "A model that gets nothing cannot tell whether the call worked, found nothing or was cut off, and often \
          calls again.",
    remedy: "Say what was done or not found: `No notes match.`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "No notes match."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(result) = call.success().filter(|result| result.blocks.is_empty() && result.structured.is_none()) else {
        return;
    };
    if result.raw.get("content").is_some_and(|content| content.kind() == Kind::Array)
        && !call.has(OddityKind::LegacyToolResult)
    {
        findings.add(format!("{}/content", result.pointer()), "the content is empty");
    }
}
