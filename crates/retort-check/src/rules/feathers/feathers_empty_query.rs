//! `feathers-empty-query`: a search for nothing finds nothing.

use retort_core::{Kind, counted};

use super::shape::{SEARCH, given};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA010",
    name: "feathers-empty-query",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "A search for nothing finds nothing.",
    why: "Results for an empty query are the whole knowledge base by another name.",
    remedy: "Answer an empty or invalid query with `\"results\": []`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}, {\"id\": \"hooks-2\", \"title\": \"Hook context\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 0.4, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"\", \"version\": \"v5\", \"results\": []}"}]}}"#,
    source: "FeathersJS MCP server, \"search_docs, Notes\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = given(call, SEARCH) else { return };
    let is_empty = payload.get("query").is_some_and(|query| query.kind() == Kind::String && query.is_blank());
    let rows = payload.rows(Some("results")).map_or(0, |(rows, _)| rows);
    if is_empty && rows > 0 {
        findings.add_in(call, "/results", format!("The query is empty, and the answer has {}", counted(rows, "result")));
    }
}
