//! `omni-rows-lack-keys`: every row of a table has every key.

use retort_core::{Facts, Format};

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "OMN012",
    name: "omni-rows-lack-keys",
    severity: Severity::Warning,
    profiles: &[Profile::Omni],
    summary: "Every row of a table has every key.",
    why: "Omni draws a table where all items have the same keys. One row without a key, and there may be none.",
    remedy: "Send `null` where a row has nothing.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"email\": \"user1@example.com\", \"status\": \"subscribed\", \"tags\": 2}, {\"email\": \"user2@example.com\", \"status\": \"unsubscribed\"}]"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"email\": \"user1@example.com\", \"status\": \"subscribed\", \"tags\": 2}, {\"email\": \"user2@example.com\", \"status\": \"unsubscribed\", \"tags\": null}]"}]}}"#,
    source: "How Omni Processes MCP Responses, \"Common Issues, 'Table not rendering from array'\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(document) = call.document().filter(|_| call.error().is_none()) else { return };
    // Cards leave out what a result does not have.
    let detection = call.detection();
    let cards = match &detection.facts {
        Facts::Rows { pointer, .. } if detection.format == Format::SearchResults => Some(pointer.as_str()),
        _ => None,
    };
    // Of rows that share few keys, another rule tells.
    for list in document.lists().filter(|list| list.rows() > 1 && list.of_objects() && list.shares_keys()) {
        let lacking: Vec<String> = list
            .columns()
            .filter(|column| column.rows < list.rows())
            .take(3)
            .map(|column| format!("`{}` in {}", column.name, column.rows))
            .collect();
        if !lacking.is_empty() && cards != Some(list.pointer().as_str()) {
            let message = format!("Not all of the {} rows have every key: {}", list.rows(), lacking.join(", "));
            findings.add_in(call, list.pointer(), message);
        }
    }
}
