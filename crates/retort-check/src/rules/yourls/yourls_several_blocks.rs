//! `yourls-several-blocks`: the content of a result is one block.

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "YRL012",
    name: "yourls-several-blocks",
    severity: Severity::Warning,
    profiles: &[Profile::Yourls],
    revisions: ALWAYS,
    summary: "The content of a result is one block.",
    why: "Clients parse `content[0].text` and look no further. What stands in later blocks is lost.",
    remedy: "Put everything into the one JSON object.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"success\", \"shorturl\": \"https://example.com/abc\", \"url\": \"https://example.com\", \"title\": \"Example\"}"}, {"type": "text", "text": "{\"clicks\": 0}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"success\", \"shorturl\": \"https://example.com/abc\", \"url\": \"https://example.com\", \"title\": \"Example\", \"clicks\": 0}"}]}}"#,
    source: "yourls-mcp, \"Working with Responses\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if let Some((pointer, _)) = call.blocks().nth(1) {
        let blocks = call.blocks().count();
        findings.add(pointer, format!("There are {blocks} blocks; clients read the first"));
    }
}
