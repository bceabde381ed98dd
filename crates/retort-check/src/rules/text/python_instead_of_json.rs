//! `python-instead-of-json`: data in a text is JSON, and not what Python prints.

use super::json;
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT016",
    name: "python-instead-of-json",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "Data in a text is JSON, and not what Python prints.",
    why: "Single quotes, `None` and `True` are no JSON. Every client that looks for data fails to parse it and \
          shows a line of prose.",
    remedy: "Encode with `json.dumps(value)` instead of `str(value)`, or return the value and leave that to the \
          framework.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{'city': 'Oslo', 'celsius': 4, 'rain': True}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"city\": \"Oslo\", \"celsius\": 4, \"rain\": true}"}]}}"#,
    source: "Omni, \"JSON not formatting nicely\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if call.plain_text().is_none() {
        return;
    }
    for (pointer, text) in call.texts().filter(|(_, text)| json::is_python(text)) {
        findings.add(pointer, format!("the text is a value as Python prints it: {}", shortened(text.trim())));
    }
}
