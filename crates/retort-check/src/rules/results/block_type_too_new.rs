//! `block-type-too-new`: a block is of a type that the negotiated revision has.

use retort_core::{BlockKind, Revision};

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES045",
    name: "block-type-too-new",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2024_11_05..=Revision::V2025_03_26,
    summary: "A block is of a type that the negotiated revision has.",
    why: "`audio` came with revision 2025-03-26 and `resource_link` with 2025-06-18. A client that negotiated an \
          earlier one refuses the whole result.",
    remedy: "Send what the client knows: an embedded resource, or a text with the address.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource_link", "uri": "file:///notes.md", "name": "notes.md", "mimeType": "text/markdown"}]}}"#,
    good: r##"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///notes.md", "mimeType": "text/markdown", "text": "# Notes"}}]}}"##,
    source: "https://modelcontextprotocol.io/specification/2025-06-18/changelog",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let revision = call.exchange.session.revision;
    for parts in call.parts() {
        let (kind, since) = match parts.block.kind {
            BlockKind::Audio => ("audio", Revision::V2025_03_26),
            BlockKind::ResourceLink => ("resource_link", Revision::V2025_06_18),
            _ => continue,
        };
        if revision < since {
            findings.add(parts.block.pointer(), format!("`{kind}` is there since {since}; {revision} is spoken"));
        }
    }
}
