//! `resource-without-contents`: an embedded resource has `text` or `blob`.

use retort_core::{BlockKind, Kind};

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES037",
    name: "resource-without-contents",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "An embedded resource has `text` or `blob`.",
    why: "The schema requires one of them. Strict clients refuse the whole result; the others show nothing.",
    remedy: "Embed the contents, or send a `resource_link` where they are to be read later.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///notes.md", "mimeType": "text/markdown"}}]}}"#,
    good: r##"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///notes.md", "mimeType": "text/markdown", "text": "# Notes"}}]}}"##,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#embedded-resources",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for parts in call.parts().iter().filter(|parts| parts.block.kind == BlockKind::Resource) {
        let is_object = parts.get("resource").is_some_and(|resource| resource.kind() == Kind::Object);
        if is_object && parts.in_resource("text").is_none() && parts.in_resource("blob").is_none() {
            findings.add(format!("{}/resource", parts.block.pointer()), "there is neither `text` nor `blob`");
        }
    }
}
