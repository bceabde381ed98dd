//! `block-not-text`: every item of content has the type `text`.

use retort_core::BlockKind;

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "DRF004",
    name: "block-not-text",
    severity: Severity::Error,
    profiles: &[Profile::Drf, Profile::Yourls, Profile::Feathers, Profile::Omni],
    revisions: ALWAYS,
    summary: "Every item of content has the type `text`.",
    why: "Clients of such servers take the `text` of each item. An image, a sound or a resource has none: it is \
          dropped, or shown as the dump of an object.",
    remedy: "Send a URL, or base64 that says what it is, inside the text.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"image\": \"https://example.com/photo.png\"}"}]}}"#,
    source: "django-rest-framework-mcp, \"call/tool Success Response\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for (pointer, block) in call.blocks() {
        let name = match block.kind {
            BlockKind::Image => "image",
            BlockKind::Audio => "audio",
            BlockKind::Resource => "resource",
            BlockKind::ResourceLink => "resource_link",
            _ => continue,
        };
        findings.add(format!("{pointer}/type"), format!("This item is of type `{name}`, not `text`"));
    }
}
