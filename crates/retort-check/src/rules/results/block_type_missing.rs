//! `block-type-missing`: a block has a `type`.

use retort_core::OddityKind;

use super::repair;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::tree::Tree;

pub(super) const RULE: Rule = Rule {
    id: "RES010",
    name: "block-type-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf, Profile::Yourls, Profile::Feathers],
    revisions: ALWAYS,
    summary: "A block has a `type`.",
    why: "Clients tell blocks apart by `type` and cannot read one without it: most refuse the whole result.",
    remedy: "Add the `type`: `text`, `image`, `audio`, `resource` or `resource_link`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"text": "It is 22 degrees."}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Oddity(OddityKind::BlockTypeMissing),
    fix: Some(add_type),
};

/// Adds the type where the other members leave no doubt about it.
fn add_type(message: &mut Tree, pointer: &str) {
    let Some(block) = message.at(pointer) else { return };
    let members = repair::members(block);
    let has = |name: &str| members.iter().any(|(key, _)| key == name);
    let mime_type = members.iter().find(|(key, _)| key == "mimeType").map(|(_, value)| value.to_json());
    let starts = |kind: &str| mime_type.as_ref().is_some_and(|found| found.starts_with(kind));
    let kind = if has("type") {
        return;
    } else if has("text") && !has("uri") {
        "text"
    } else if has("resource") {
        "resource"
    } else if has("data") && starts("\"image/") {
        "image"
    } else if has("data") && starts("\"audio/") {
        "audio"
    } else if has("uri") && has("name") {
        "resource_link"
    } else {
        return;
    };
    if let Some(members) = block.members() {
        members.insert(0, ("type".to_owned(), Tree::string(kind)));
    }
}
