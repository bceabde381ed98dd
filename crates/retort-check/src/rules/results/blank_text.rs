//! `blank-text`: a text block has some text.

use retort_core::BlockKind;

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES052",
    name: "blank-text",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "A text block has some text.",
    why: "A blank text costs a block and says nothing; some models refuse messages with one.",
    remedy: "Leave the block away, or say what was done or not found.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": ""}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "No notes match."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#text-content",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(result) = call.success() else { return };
    for block in result.blocks.iter().filter(|block| block.kind == BlockKind::Text) {
        // Only a short text can be blank; a long one is not read for this.
        let text = block.text.as_ref().filter(|text| text.as_str().len() < 64);
        if text.is_some_and(|text| text.to_text().is_some_and(|text| text.trim().is_empty())) {
            findings.add(block.text_pointer(), "the text is blank");
        }
    }
}
