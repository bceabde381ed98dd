//! `mime-type-missing`: an image or audio block has a `mimeType`.

use retort_core::OddityKind;

use super::repair;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES018",
    name: "mime-type-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "An image or audio block has a `mimeType`.",
    why: "The schema requires it, and models take no image without one. Guessing from the bytes is left to each \
          client, and most do not.",
    remedy: "Add `mimeType`, such as `image/png` or `audio/wav`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
    check: Check::Oddity(OddityKind::MimeTypeMissing),
    fix: Some(Fix::guess(repair::name_mime_type)),
    ..Rule::COMMON
};
