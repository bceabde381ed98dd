//! `omni-data-beside-text`: what a tool gives stands in the text; `structuredContent` alone does not reach people.

use retort_core::{Agreement, Kind};

use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "OMN001",
    name: "omni-data-beside-text",
    severity: Severity::Warning,
    profiles: &[Profile::Omni],
    summary: "What a tool gives stands in the text; `structuredContent` alone does not reach people.",
    why: "Omni extracts the texts of `content` and nothing else. Data that stands only in `structuredContent` is \
          lost to it.",
    remedy: "Put the data into the text as JSON; it may stand in `structuredContent` as well.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Found 2 campaigns."}], "structuredContent": {"campaigns": [{"id": "camp_1"}, {"id": "camp_2"}]}}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"campaigns\": [{\"id\": \"camp_1\"}, {\"id\": \"camp_2\"}]}"}], "structuredContent": {"campaigns": [{"id": "camp_1"}, {"id": "camp_2"}]}}}"#,
    source: "How Omni Processes MCP Responses, \"What Omni Extracts\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

/// How much of `structuredContent` is looked for in the texts.
const SOUGHT: usize = 64;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(result) = call.result().filter(|result| !result.is_error) else { return };
    let Some(structured) = result.structured.as_ref().filter(|_| call.payload().agreement == Agreement::Prose) else {
        return;
    };
    let texts: Vec<String> = call.text_blocks().filter_map(|block| block.to_text().map(String::from)).collect();
    let mut open = vec![structured.clone()];
    for _ in 0..SOUGHT {
        let Some(value) = open.pop() else { return };
        match value.kind() {
            Kind::Object => open.extend(value.members().take(SOUGHT).map(|(_, value)| value)),
            Kind::Array => open.extend(value.items().take(SOUGHT)),
            Kind::String | Kind::Number if !texts.iter().any(|text| text.contains(value.to_plain().as_ref())) => {
                let message = format!("Omni shows the texts, and nothing in them tells of {}", quoted(&value));
                return findings.add(format!("{}/structuredContent", result.pointer()), message);
            }
            _ => {}
        }
    }
}
