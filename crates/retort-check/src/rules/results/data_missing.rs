//! `data-missing`: an image or audio block has `data`.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES015",
    name: "data-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "An image or audio block has `data`.",
    why: "The schema requires `data`. Strict clients refuse the whole result, and nothing can be shown.",
    remedy: "Put the bytes under `data`, in base64; point to a file elsewhere with a `resource_link`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "url": "https://example.com/map.png", "mimeType": "image/png"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource_link", "uri": "https://example.com/map.png", "name": "map.png", "mimeType": "image/png"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
    check: Check::Oddity(OddityKind::DataMissing),
    fix: None,
};
