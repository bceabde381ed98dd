//! `feathers-search-results`: the `results` of a search are an array of objects, empty where nothing was found.

use retort_core::Kind;

use super::shape::{SEARCH, given};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA004",
    name: "feathers-search-results",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "The `results` of a search are an array of objects, empty where nothing was found.",
    why: "Clients go through the results without looking; null or a text stops them.",
    remedy: "Send `[]` where nothing was found.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": null}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": []}"}]}}"#,
    source: "FeathersJS MCP server, \"search_docs\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(results) = given(call, SEARCH).and_then(|payload| payload.get("results")) else { return };
    if results.kind() != Kind::Array {
        return findings.add_in(call, "/results", format!("`results` is no array: {}", quoted(&results)));
    }
    let others = results.items().enumerate().filter(|(_, result)| result.kind() != Kind::Object);
    for (index, result) in others {
        findings.add_in(call, format!("/results/{index}"), format!("This result is no object: {}", quoted(&result)));
    }
}
