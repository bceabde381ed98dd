//! `legacy-tool-result`: a result has `content`, not `toolResult`.

use retort_core::OddityKind;

use super::repair;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::tree::Tree;

pub(super) const RULE: Rule = Rule {
    id: "RES002",
    name: "legacy-tool-result",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "A result has `content`, not `toolResult`.",
    why: "`toolResult` was dropped before the first published revision. Clients of today do not look at it and show \
          an empty answer.",
    remedy: "Send the payload as blocks under `content`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"toolResult": "It is 22 degrees."}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::LegacyToolResult),
    fix: Some(move_to_content),
};

/// Makes content of what `toolResult` holds: a result of its own, or a payload.
fn move_to_content(message: &mut Tree, pointer: &str) {
    let Some(result) = pointer.strip_suffix("/toolResult") else { return };
    let Some(legacy) = message.at(pointer).map(|place| place.clone()) else { return };
    message.remove(pointer);
    if repair::is_result(&legacy) {
        for (key, value) in repair::members(&legacy) {
            message.set(result, &key, value);
        }
    } else {
        message.set(result, "content", repair::in_list(&legacy));
    }
}
