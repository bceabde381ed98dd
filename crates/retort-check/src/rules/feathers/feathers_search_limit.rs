//! `feathers-search-limit`: a search gives no more results than `limit`: 10 where it is not given.

use super::shape::{SEARCH, given};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA008",
    name: "feathers-search-limit",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    summary: "A search gives no more results than `limit`: 10 where it is not given.",
    why: "The limit is there to keep the answer small; what is beyond it costs tokens that nobody asked for.",
    remedy: "Cut the ranked results at the limit.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 1, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}, {\"id\": \"hooks-2\", \"title\": \"Hook context\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 0.4, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 1, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    source: "FeathersJS MCP server, \"search_docs\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let (Some(payload), Some(arguments)) = (given(call, SEARCH), call.arguments()) else { return };
    let limit = match arguments.get("limit") {
        Some(limit) => limit.to_count(),
        None => Some(10),
    };
    let rows = payload.rows(Some("results")).and_then(|(rows, _)| u64::try_from(rows).ok());
    if let (Some(limit), Some(rows)) = (limit, rows)
        && limit >= 1
        && rows > limit
    {
        findings.add_in(call, "/results", format!("There are {rows} results, and the limit is {limit}"));
    }
}
