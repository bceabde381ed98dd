//! `resource-missing`: a resource block has its resource under `resource`.

use retort_core::OddityKind;

use crate::repair::{Edits, Fix, object, strict};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES019",
    name: "resource-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "A resource block has its resource under `resource`.",
    why: "The schema requires it. Strict clients refuse the whole result, and the others show nothing.",
    remedy: "Put `uri`, `mimeType` and `text` or `blob` into an object under `resource`.",
    bad: r##"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "uri": "file:///notes.md", "mimeType": "text/markdown", "text": "# Notes"}]}}"##,
    good: r##"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///notes.md", "mimeType": "text/markdown", "text": "# Notes"}}]}}"##,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#embedded-resources",
    check: Check::Oddity(OddityKind::ResourceMissing),
    fix: Some(Fix::guess(gather)),
    ..Rule::COMMON
};

/// What belongs into a resource.
const INSIDE: [&str; 4] = ["uri", "mimeType", "text", "blob"];

/// Moves the members of a resource to where they belong, if they are there.
fn gather(edits: &mut Edits, pointer: &str) {
    let Some(block) = edits.get(pointer) else { return };
    let members: Vec<(String, String)> =
        block.members().map(|(key, value)| (key.into_owned(), strict(&value))).collect();
    let (inside, mut beside): (Vec<_>, Vec<_>) = members
        .iter()
        .map(|(key, json)| (key.as_str(), json.as_str()))
        .partition(|(key, _)| INSIDE.contains(key));
    let has = |name: &str| inside.iter().any(|(key, _)| *key == name);
    if has("uri") && (has("text") || has("blob")) && !beside.iter().any(|(key, _)| *key == "resource") {
        let resource = object(&inside);
        beside.push(("resource", &resource));
        edits.replace(pointer, object(&beside));
    }
}
