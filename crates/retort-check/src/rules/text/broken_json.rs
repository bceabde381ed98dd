//! `broken-json`: a text that starts as JSON is JSON to its end.

use super::json;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT017",
    name: "broken-json",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "A text that starts as JSON is JSON to its end.",
    why: "Nothing can be read from it: not the rows that are there, and not that rows are missing. It mostly \
          comes from cutting the encoded text at a length.",
    remedy: "Cut the data and not its encoding: send fewer rows, and say that there are more.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}, {\"id\": 2, \"na"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"users\": [{\"id\": 1, \"name\": \"Ann\"}], \"total\": 2, \"hasMore\": true, \"nextOffset\": 1}"}]}}"#,
    source: "Omni, \"JSON not formatting nicely\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for (pointer, text) in call.texts().filter(|(_, text)| is_broken(call, text)) {
        let closed = text.trim_end().ends_with(['}', ']']);
        let how = if closed { "is no JSON as a whole" } else { "ends in the middle" };
        findings.add(pointer, format!("the text starts as JSON and {how}"));
    }
}

/// Whether a text of a call starts as JSON and is none to its end.
pub(in crate::rules) fn is_broken(call: &Call<'_>, text: &str) -> bool {
    // A message that is no JSON itself is not the matter of this rule.
    call.result().is_some() && call.plain_text().is_some() && json::opens(text) && json::before_prose(text).is_none()
}
