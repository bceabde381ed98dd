//! `omni-blocks-joined`: jSON stands in one text block, and no other text beside it.

use retort_core::Agreement;

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "OMN002",
    name: "omni-blocks-joined",
    severity: Severity::Warning,
    profiles: &[Profile::Omni],
    summary: "JSON stands in one text block, and no other text beside it.",
    why: "Omni joins all texts with line ends. Two JSON texts, or JSON and a sentence, make a text that is no \
          JSON, and no table is drawn.",
    remedy: "Send one block: an array of the items, or an object with the sentence as `message`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Here are the subscribers:"}, {"type": "text", "text": "[{\"email\": \"user1@example.com\"}]"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"message\": \"Here are the subscribers\", \"data\": [{\"email\": \"user1@example.com\"}]}"}]}}"#,
    source: "How Omni Processes MCP Responses, \"What Omni Extracts\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(second) = call.text_blocks().nth(1) else { return };
    if call.document().is_some() && call.payload().agreement != Agreement::Prose {
        let texts = call.text_blocks().count();
        findings.add(
            second.text_pointer(),
            format!("There are {texts} texts and JSON among them; joined, they are no JSON"),
        );
    }
}
