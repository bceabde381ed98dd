//! `block-type-missing`: a block has a `type`.

use retort_core::{Kind, OddityKind};

use crate::repair::{Edits, Fix, string};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES010",
    name: "block-type-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
    summary: "A block has a `type`.",
    why: "Clients tell blocks apart by `type` and cannot read one without it: most refuse the whole result.",
    remedy: "Add the `type`: `text`, `image`, `audio`, `resource` or `resource_link`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"text": "It is 22 degrees."}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::BlockTypeMissing),
    fix: Some(Fix::safe(add_type)),
    ..Rule::COMMON
};

/// Adds the type where the other members leave no doubt about it.
fn add_type(edits: &mut Edits, pointer: &str) {
    let Some(block) = edits.get(pointer) else { return };
    let has = |name: &str| block.get(name).is_some();
    let starts = |kind: &str| block.get("mimeType").is_some_and(|found| found.to_plain().starts_with(kind));
    let kind = if has("type") {
        return;
    } else if has("text") && !has("uri") {
        "text"
    } else if has("resource") {
        "resource"
    } else if has("data") && starts("image/") {
        "image"
    } else if has("data") && starts("audio/") {
        "audio"
    } else if has("uri") && has("name") {
        "resource_link"
    } else {
        return;
    };
    // What has a text is read as one anyway; any other type is new.
    if kind != "text" || block.get("text").is_some_and(|text| text.kind() == Kind::Null) {
        edits.guess();
    }
    edits.put_first(pointer, "type", &string(kind));
}
