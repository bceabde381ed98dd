//! `text-not-json`: the `text` of a successful call is the result as JSON.

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::strict;

pub(super) const RULE: Rule = Rule {
    id: "DRF005",
    name: "text-not-json",
    severity: Severity::Error,
    profiles: &[Profile::Drf, Profile::Feathers],
    revisions: ALWAYS,
    summary: "The `text` of a successful call is the result as JSON.",
    why: "The library's clients parse the text of every success. Prose, Python's own notation and \
          a comma too many make them fail.",
    remedy: "Serialise what the tool returned: `json.dumps(result)`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{'id': 1, 'name': 'Alice'}]"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"id\": 1, \"name\": \"Alice\", \"email\": \"alice@example.com\"}]"}]}}"#,
    source: "django-rest-framework-mcp, \"call/tool Success Response\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let succeeded = call.result().is_some() && !call.is_flagged() && call.envelope().error().is_none();
    // What a tool returns inside a server has its own rule, and is no result yet.
    if !succeeded || strict::is_told_otherwise(call) || call.direct().is_some() {
        return;
    }
    for block in call.text_blocks() {
        let Some(text) = block.to_text() else { continue };
        if let Some((_, why)) = strict::fault(&text) {
            findings.add(block.text_pointer(), format!("The text is no JSON ({why}): {}", shortened(&text)));
        }
    }
}
