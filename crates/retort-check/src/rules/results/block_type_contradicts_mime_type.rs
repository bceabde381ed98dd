//! `block-type-contradicts-mime-type`: an image block holds an image, and an audio block a sound.

use retort_core::BlockKind;

use super::media;
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES032",
    name: "block-type-contradicts-mime-type",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "An image block holds an image, and an audio block a sound.",
    why: "Clients hand the data of an image block to the model as an image. Anything else makes the request to the \
          model fail.",
    remedy: "Send other data as an embedded `resource` with a `blob`, or as a `resource_link`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "JVBERi0xLjQK", "mimeType": "application/pdf"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "file:///report.pdf", "mimeType": "application/pdf", "blob": "JVBERi0xLjQK"}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for parts in call.parts() {
        let (kind, start) = match parts.block.kind {
            BlockKind::Image => ("image", "image/"),
            BlockKind::Audio => ("audio", "audio/"),
            _ => continue,
        };
        let Some(mime_type) = parts.get("mimeType") else { continue };
        let differs = |named: &str| media::is_mime_type(named) && !named.to_ascii_lowercase().starts_with(start);
        if mime_type.to_text().is_some_and(|named| differs(&named)) {
            let pointer = format!("{}/mimeType", parts.block.pointer());
            findings.add(pointer, format!("the block is of type `{kind}`, its data is {}", quoted(mime_type)));
        }
    }
}
