//! `image-too-large`: an image has at most 5 MB and 8000 pixels a side.

use retort_core::BlockKind;

use super::media;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES034",
    name: "image-too-large",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "An image has at most 5 MB and 8000 pixels a side.",
    why: "Models refuse larger images, and with them the whole request. Clients seldom scale them down.",
    remedy: "Scale the image down before it is sent, or send a `resource_link` to it.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAJxAAACcQCAIAAADg", "mimeType": "image/png"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
    check: Check::Call(check),
    ..Rule::COMMON
};

/// 5 MB, as base64.
const MOST_BYTES: usize = 5 * 1024 * 1024 / 3 * 4;
const MOST_PIXELS: u32 = 8000;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for parts in call.parts().iter().filter(|parts| parts.block.kind == BlockKind::Image) {
        let Some(data) = parts.get("data") else { continue };
        let pointer = || format!("{}/data", parts.block.pointer());
        let bytes = data.as_str().len();
        if bytes > MOST_BYTES {
            findings.add(pointer(), format!("the image has about {} MB", bytes / 4 * 3 / 1024 / 1024));
        } else if let Some((width, height)) = media::pixels(&media::head(data))
            && width.max(height) > MOST_PIXELS
        {
            findings.add(pointer(), format!("the image has {width} × {height} pixels"));
        }
    }
}
