//! `structured-content-alone`: what stands in `structuredContent` is told in `content` too.

use retort_core::{Kind, OddityKind, Raw};

use super::repair;
use crate::call::Call;
use crate::finding::Findings;
use crate::repair::{Edits, Fix};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES021",
    name: "structured-content-alone",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
    summary: "What stands in `structuredContent` is told in `content` too.",
    why: "Many clients give only `content` to the model, and clients of earlier revisions know nothing else. To them \
          such a result is empty.",
    remedy: "Add a text block with the same JSON, or with a sentence that says it.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [], "structuredContent": {"temperature": 22.5}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"temperature\": 22.5}"}], "structuredContent": {"temperature": 22.5}}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#structured-content",
    check: Check::Call(check),
    fix: Some(Fix::safe(tell)),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(result) = call.result().filter(|_| call.has(OddityKind::StructuredContentAlone)) else { return };
    // An empty list, as FastMCP sends it, loses nothing.
    let is_empty = |value: &Raw| matches!(value.kind(), Kind::Null | Kind::Array | Kind::Object) && value.is_blank();
    let is_hollow = |structured: &Raw| {
        structured.kind() == Kind::Object && structured.members().all(|(_, value)| is_empty(&value))
    };
    if result.structured.as_ref().is_some_and(is_hollow) {
        findings.soften();
    }
    let said = OddityKind::StructuredContentAlone.explanation().trim_end_matches('.');
    findings.add(format!("{}/structuredContent", result.pointer()), said);
}

/// Tells the data in a text.
fn tell(edits: &mut Edits, pointer: &str) {
    let Some(result) = pointer.strip_suffix("/structuredContent") else { return };
    let told = edits.get(&format!("{result}/content")).is_some_and(|content| content.items().next().is_some());
    if let Some(structured) = edits.get(pointer).filter(|_| !told) {
        edits.set(result, "content", &repair::in_list(&structured));
    }
}
