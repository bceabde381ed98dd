//! `mime-type-snake-case`: the mime type stands under `mimeType`.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::tree::Tree;

pub(super) const RULE: Rule = Rule {
    id: "RES017",
    name: "mime-type-snake-case",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "The mime type stands under `mimeType`.",
    why: "Clients look for `mimeType`. To them an image with `mime_type` has no type: strict ones refuse the result.",
    remedy: "Rename the member.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mime_type": "image/png"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
    check: Check::Oddity(OddityKind::MimeTypeSnakeCase),
    fix: Some(rename),
};

/// Renames the member, unless the right one is there too.
fn rename(message: &mut Tree, pointer: &str) {
    let Some(members) = pointer.strip_suffix("/mime_type").and_then(|block| message.at(block)?.members()) else {
        return;
    };
    if members.iter().any(|(key, _)| key == "mimeType") {
        members.retain(|(key, _)| key != "mime_type");
    }
    for (key, _) in members.iter_mut().filter(|(key, _)| key == "mime_type") {
        "mimeType".clone_into(key);
    }
}
