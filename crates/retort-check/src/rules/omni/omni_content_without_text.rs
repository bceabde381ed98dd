//! `omni-content-without-text`: `content` is a list, or an object with a text.

use retort_core::OddityKind;

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "OMN013",
    name: "omni-content-without-text",
    severity: Severity::Error,
    profiles: &[Profile::Omni],
    summary: "`content` is a list of blocks, or one object with a text.",
    why: "Omni takes the `text` of an object in the place of the list. Of an object without one it shows how Python \
          prints it.",
    remedy: "Send a list with one text block; data goes into its text, as JSON.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": {"city": "Oslo", "celsius": 4}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": {"text": "Oslo has 4 degrees."}}}"#,
    source: "How Omni Processes MCP Responses, \"What Omni Extracts\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(result) = call.result().filter(|_| call.has(OddityKind::ContentObject)) else { return };
    // A text that is no text is told by another rule.
    if let Some(block) = result.blocks.first().filter(|block| block.raw.get("text").is_none()) {
        findings.add(block.pointer(), "the object has no `text`");
    }
}
