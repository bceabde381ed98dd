//! `invalid-base64`: `data` and `blob` are base64, with its padding and without anything around it.

use retort_core::OddityKind;

use super::repair;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES016",
    name: "invalid-base64",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "`data` and `blob` are base64, with its padding and without anything around it.",
    why: "Clients decode the data and hand it to a model or a viewer; what cannot be decoded makes the whole request \
          to the model fail.",
    remedy: "Encode with the standard alphabet and padding, without line breaks and without a `data:` prefix.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
    check: Check::Oddity(OddityKind::InvalidBase64),
    fix: Some(Fix::guess(repair::mend_base64).uncovering()),
    ..Rule::COMMON
};
