//! `mime-type-snake-case`: the mime type stands under `mimeType`.

use retort_core::OddityKind;

use crate::repair::{Edits, Fix};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES017",
    name: "mime-type-snake-case",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "The mime type stands under `mimeType`.",
    why: "Clients look for `mimeType`. To them an image with `mime_type` has no type: strict ones refuse the result.",
    remedy: "Rename the member.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mime_type": "image/png"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
    check: Check::Oddity(OddityKind::MimeTypeSnakeCase),
    fix: Some(Fix::guess(rename)),
    ..Rule::COMMON
};

/// Renames the member, unless the right one is there too.
fn rename(edits: &mut Edits, pointer: &str) {
    let Some(block) = pointer.strip_suffix("/mime_type") else { return };
    if edits.get(&format!("{block}/mimeType")).is_some() {
        edits.remove(pointer);
    } else {
        edits.rename(pointer, "mimeType");
    }
}
