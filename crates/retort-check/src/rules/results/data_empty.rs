//! `data-empty`: an image or audio block has some data.

use retort_core::BlockKind;

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES033",
    name: "data-empty",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "An image or audio block has some data.",
    why: "An image without a byte is none: models refuse the request that carries it, and viewers show a broken \
          picture.",
    remedy: "Leave the block away, or say in a text block why there is no image.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "", "mimeType": "image/png"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "image", "data": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "mimeType": "image/png"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#image-content",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for parts in call.parts().iter().filter(|parts| matches!(parts.block.kind, BlockKind::Image | BlockKind::Audio)) {
        if parts.get("data").is_some_and(|data| data.as_str() == "\"\"") {
            findings.add(format!("{}/data", parts.block.pointer()), "there is not one byte");
        }
    }
}
