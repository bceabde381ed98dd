//! `empty-result`: a result says something.

use retort_core::{Kind, OddityKind, ResultType, ToolResult};

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES051",
    name: "empty-result",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
    summary: "A result says something.",
    why: "A model that gets nothing cannot tell whether the call worked, found nothing or was cut off, and often \
          calls again.",
    remedy: "Say what was done or not found: `No notes match.`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "No notes match."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Call(check),
    aliases: &["DRF003", "content-empty"],
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    // To most servers an error without a word is told as that.
    let is_told = |result: &&ToolResult| result.is_error && !findings.is_of_family();
    let Some(result) = call.result().filter(|result| !is_told(result)) else { return };
    let waits = result.result_type.as_ref().is_some_and(|kind| *kind != ResultType::Complete);
    if !result.blocks.is_empty() || result.structured.is_some() || waits || call.has(OddityKind::LegacyToolResult) {
        return;
    }
    if result.raw.get("content").is_some_and(|content| content.kind() == Kind::Array) {
        findings.add(format!("{}/content", result.pointer()), "the content is empty");
    }
}
