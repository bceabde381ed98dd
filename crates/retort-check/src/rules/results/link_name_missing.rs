//! `link-name-missing`: a link to a resource has a `name`.

use retort_core::{BlockKind, Kind, Revision};

use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::repair::{Edits, Fix, string};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES036",
    name: "link-name-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_06_18..=Revision::V2026_07_28,
    summary: "A link to a resource has a `name`.",
    why: "The schema requires `name`, and it is what clients show. Strict ones refuse the whole result without it.",
    remedy: "Add a `name`, such as the name of the file.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource_link", "uri": "file:///notes.md", "mimeType": "text/markdown"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource_link", "uri": "file:///notes.md", "name": "notes.md", "mimeType": "text/markdown"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#resource-links",
    check: Check::Call(check),
    fix: Some(Fix::guess(name)),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for parts in call.parts().iter().filter(|parts| parts.block.kind == BlockKind::ResourceLink) {
        if parts.get("name").is_none_or(|name| name.kind() != Kind::String || name.is_blank()) {
            let words = match parts.get("uri") {
                Some(uri) => format!("the link to {} has no name", quoted(uri)),
                None => "the link has no name".to_owned(),
            };
            findings.add(parts.block.pointer(), words);
        }
    }
}

/// Takes the name from the end of the URI.
fn name(edits: &mut Edits, pointer: &str) {
    let Some(link) = edits.get(pointer) else { return };
    let text = |name: &str| link.get(name)?.to_text().map(String::from);
    let Some(uri) = text("uri").filter(|_| text("name").is_none_or(|name| name.is_empty())) else { return };
    let path = uri.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let last = path.rsplit(['/', ':']).next().unwrap_or_default();
    if !last.is_empty() {
        edits.set(pointer, "name", &string(last));
    }
}
