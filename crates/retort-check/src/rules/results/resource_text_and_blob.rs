//! `resource-text-and-blob`: an embedded resource has `text` or `blob`, not both.

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES038",
    name: "resource-text-and-blob",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "An embedded resource has `text` or `blob`, not both.",
    why: "A resource is text or binary, and clients take the one that they look for first. What the other says is \
          lost, and which one that is depends on the client.",
    remedy: "Keep `text` for text and `blob` for everything else.",
    bad: r##"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///notes.md", "mimeType": "text/markdown", "text": "# Notes", "blob": "IyBOb3Rlcw=="}}]}}"##,
    good: r##"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///notes.md", "mimeType": "text/markdown", "text": "# Notes"}}]}}"##,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#embedded-resources",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for parts in call.parts() {
        if parts.in_resource("text").is_some() && parts.in_resource("blob").is_some() {
            findings.add(format!("{}/resource", parts.block.pointer()), "there are `text` and `blob`");
        }
    }
}
