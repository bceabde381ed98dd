//! `text-not-json`: the `text` of a successful call is the result as JSON.

use retort_core::Raw;

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "DRF005",
    name: "text-not-json",
    severity: Severity::Error,
    profiles: &[Profile::Drf, Profile::Feathers],
    revisions: ALWAYS,
    summary: "The `text` of a successful call is the result as JSON.",
    why: "The library's clients parse the text of every success. Prose and Python's own notation make them fail.",
    remedy: "Serialise what the tool returned: `json.dumps(result)`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{'id': 1, 'name': 'Alice'}]"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"id\": 1, \"name\": \"Alice\", \"email\": \"alice@example.com\"}]"}]}}"#,
    source: "django-rest-framework-mcp, \"call/tool Success Response\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let succeeded = call.result().is_some() && !call.is_flagged() && call.envelope().error().is_none();
    if !succeeded || call.document().is_some() && call.text_blocks().nth(1).is_none() {
        return;
    }
    for block in call.text_blocks() {
        if let Some(text) = block.to_text().filter(|text| !is_json(text.trim())) {
            findings.add(block.text_pointer(), format!("The text is no JSON: {}", shortened(&text)));
        }
    }
}

/// Whether a text is one JSON value. Only what starts like one is read.
fn is_json(text: &str) -> bool {
    let starts_like_json = |first: u8| first.is_ascii_digit() || b"{[\"-tfnNI".contains(&first);
    text.bytes().next().is_some_and(starts_like_json) && Raw::parse(text).is_some()
}
