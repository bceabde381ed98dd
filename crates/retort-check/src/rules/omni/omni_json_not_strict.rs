//! `omni-json-not-strict`: JSON in a text is JSON as `JSON.parse` has it.

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::text::{is_broken, is_mixed, is_python};
use crate::strict;

pub(super) const RULE: Rule = Rule {
    id: "OMN011",
    name: "omni-json-not-strict",
    severity: Severity::Error,
    profiles: &[Profile::Omni],
    summary: "JSON in a text is JSON as `JSON.parse` has it.",
    why: "Omni parses the text to find out what it is. A comma too many, a comment, a second document or a key without \
          quotes, and the whole is shown as plain text.",
    remedy: "Use `json.dumps()` or `JSON.stringify()`, once, on the whole.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"email\": \"user1@example.com\", \"tags\": [1, 2,]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"email\": \"user1@example.com\", \"tags\": [1, 2]}"}]}}"#,
    source: "How Omni Processes MCP Responses, \"Common Issues, 'JSON not formatting nicely'\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if call.result().is_none() || strict::is_told_otherwise(call) {
        return;
    }
    let is_one_text = call.text_blocks().nth(1).is_none();
    for (pointer, text) in call.texts() {
        // What is cut, mixed or Python's is told as what it is.
        if is_broken(call, text) || is_mixed(text) || is_python(text) {
            continue;
        }
        let opens = text.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']);
        let is_meant = opens && is_one_text && call.document().is_some()
            || strict::is_meant_as_json(text)
            || is_closed_object(text.trim());
        if let Some((_, why)) = strict::fault(text).filter(|_| is_meant) {
            findings.add(pointer, format!("The text is no JSON ({why}): {}", shortened(text)));
        }
    }
}

/// Whether a text has the brackets and the first quote of objects.
fn is_closed_object(text: &str) -> bool {
    let starts = ["{\"", "[{\"", "[\""].iter().any(|start| text.starts_with(start));
    starts && text.ends_with(['}', ']'])
}
