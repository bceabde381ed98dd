//! `legacy-tool-result`: a result has `content`, not `toolResult`.

use retort_core::OddityKind;

use super::repair;
use crate::repair::{Edits, Fix, object, strict};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES002",
    name: "legacy-tool-result",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "A result has `content`, not `toolResult`.",
    why: "`toolResult` was dropped before the first published revision. Clients of today do not look at it and show \
          an empty answer.",
    remedy: "Send the payload as blocks under `content`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"toolResult": "It is 22 degrees."}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::LegacyToolResult),
    fix: Some(Fix::safe(move_to_content).uncovering()),
    ..Rule::COMMON
};

/// Makes content of what `toolResult` holds: a result of its own, or a payload.
fn move_to_content(edits: &mut Edits, pointer: &str) {
    let Some(result) = pointer.strip_suffix("/toolResult") else { return };
    let (Some(whole), Some(legacy)) = (edits.get(result), edits.get(pointer)) else { return };
    // What else stands there may make something else of it.
    let is_usual = |name: &str| ["toolResult", "structuredContent", "isError", "_meta"].contains(&name);
    if !whole.members().all(|(name, _)| is_usual(&name)) {
        edits.guess();
    }
    if legacy.get("content").is_none() {
        edits.rename(pointer, "content");
        return edits.replace(pointer, repair::in_list(&legacy));
    }
    let inner: Vec<(String, String)> = legacy.members().map(|(key, value)| (key.into_owned(), strict(&value))).collect();
    let is_kept = |key: &str| key != "toolResult" && inner.iter().all(|(name, _)| name != key);
    let kept: Vec<(String, String)> = whole
        .members()
        .filter(|(key, _)| is_kept(key))
        .map(|(key, value)| (key.into_owned(), strict(&value)))
        .collect();
    let members: Vec<(&str, &str)> =
        kept.iter().chain(&inner).map(|(key, json)| (key.as_str(), json.as_str())).collect();
    edits.replace(result, object(&members));
}
