//! `blank-text`: a result says something.

use retort_core::ResultKind;

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT012",
    name: "blank-text",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "A result says something.",
    why: "From an empty text a model cannot tell whether the call worked, found nothing or lost its answer on \
          the way. Most models call again.",
    remedy: "Say what came out of it, also when that is nothing, such as \"No users match\" or \"Deleted 3 \
          rows\".",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": " \n"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "No users match."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#text-content",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(result) = call.result().filter(|result| !result.is_error && result.kind == ResultKind::ToolCall) else {
        return;
    };
    let silent = result.structured.is_none()
        && call.payload().attachments.is_empty()
        && call.texts().all(|(_, text)| text.trim().is_empty());
    if let (true, Some((pointer, text))) = (silent, call.texts().next()) {
        let kind = if text.is_empty() { "is empty" } else { "holds nothing but blanks" };
        findings.add(pointer, format!("the text {kind}, and nothing else is there"));
    }
}
