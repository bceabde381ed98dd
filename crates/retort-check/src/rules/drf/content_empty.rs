//! `content-empty`: the result of a call has at least one item of content.

use retort_core::{Kind, ResultType};

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "DRF003",
    name: "content-empty",
    severity: Severity::Error,
    profiles: &[Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
    revisions: ALWAYS,
    summary: "The result of a call has at least one item of content.",
    why: "A client shows what stands in `content`. When nothing stands there, people see an empty answer and \
          cannot tell success from a lost result.",
    remedy: "Send at least one text block: the result as JSON, or `null` where there is none.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[]"}]}}"#,
    source: "django-rest-framework-mcp, \"call/tool Success Response\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(result) = call.result() else { return };
    let waits = result.result_type.as_ref().is_some_and(|kind| *kind != ResultType::Complete);
    if !result.blocks.is_empty() || result.structured.is_some() || waits {
        return;
    }
    if result.raw.get("content").is_some_and(|content| content.kind() == Kind::Array) {
        findings.add(format!("{}/content", result.pointer()), "`content` is an empty array");
    }
}
