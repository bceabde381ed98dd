//! `blob-mime-type-missing`: an embedded resource with a `blob` has a `mimeType`.

use retort_core::OddityKind;

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES040",
    name: "blob-mime-type-missing",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "An embedded resource with a `blob` has a `mimeType`.",
    why: "Without it a client knows only that there are bytes: it can neither show them nor give them to a model.",
    remedy: "Add `mimeType`, such as `application/pdf`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///report.pdf", "blob": "JVBERi0xLjQK"}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///report.pdf", "mimeType": "application/pdf", "blob": "JVBERi0xLjQK"}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#embedded-resources",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for parts in call.parts() {
        let is_named = parts.in_resource("mimeType").is_some() || call.has(OddityKind::MimeTypeSnakeCase);
        if parts.in_resource("blob").is_some() && !is_named {
            findings.add(format!("{}/resource", parts.block.pointer()), "nothing tells what the bytes are");
        }
    }
}
