//! `mixed-formats`: a text is JSON or prose, and not one glued to the other.

use super::json;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT003",
    name: "mixed-formats",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "A text is JSON, CSV or prose, and not one glued to the other.",
    why: "A program cannot parse it and a person does not want to read it. Clients that look for a table or a \
          tree find neither.",
    remedy: "Send the data as one block and the remark as another, or put the remark into the data.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Here is the weather:\n{\"city\": \"Oslo\", \"celsius\": 4}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Here is the weather:"}, {"type": "text", "text": "{\"city\": \"Oslo\", \"celsius\": 4}"}]}}"#,
    source: "Omni, \"Don't mix formats\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if call.plain_text().is_none() {
        return;
    }
    for (pointer, text) in call.texts() {
        if let Some(at) = json::behind_prose(text) {
            findings.add(pointer, format!("JSON starts at byte {at}, behind a remark"));
        } else if let Some(at) = json::before_prose(text) {
            findings.add(pointer, format!("the JSON ends at byte {at}, and something else follows"));
        } else if let Some(at) = json::amid_prose(text).filter(|_| !call.hands_on()) {
            findings.add(pointer, format!("JSON stands amid prose, from byte {at} on"));
        } else if let Some((first, rows)) = json::rows_in_prose(text) {
            findings.add(pointer, format!("{rows} rows of fields stand among prose, from line {} on", first + 1));
        }
    }
}
