//! `text-not-json`: the `text` of a successful call is the result as JSON.

use retort_core::OddityKind;

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::strict;

pub(super) const RULE: Rule = Rule {
    id: "DRF005",
    name: "text-not-json",
    severity: Severity::Error,
    profiles: &[Profile::Drf, Profile::Feathers],
    summary: "The `text` of a successful call is the result as JSON.",
    why: "The library's clients parse the text of every success. Prose, Python's own notation and \
          a comma too many make them fail.",
    remedy: "Serialise what the tool returned: `json.dumps(result)`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{'id': 1, 'name': 'Alice'}]"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"id\": 1, \"name\": \"Alice\", \"email\": \"alice@example.com\"}]"}]}}"#,
    source: "django-rest-framework-mcp, \"call/tool Success Response\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let succeeded = call.result().is_some() && !call.is_flagged() && call.envelope().error().is_none();
    // Of a `content` that is a string, other rules tell.
    if !succeeded || call.has(OddityKind::ContentString) || strict::is_told_otherwise(call) {
        return;
    }
    for block in call.text_blocks() {
        let Some(text) = block.to_text() else { continue };
        if let Some((_, why)) = strict::fault(&text) {
            findings.add(block.text_pointer(), format!("The text is no JSON ({why}): {}", shortened(&text)));
        }
    }
}
