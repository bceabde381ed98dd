//! `feathers-result-keys`: a result of a search has `id`, `title`, `version`, `category`, `score` and `snippet`.

use super::shape::{SEARCH, given, results};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::within::listed;

pub(super) const RULE: Rule = Rule {
    id: "FEA005",
    name: "feathers-result-keys",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "A result of a search has `id`, `title`, `version`, `category`, `score` and `snippet`.",
    why: "Clients show and rank results by these members.",
    remedy: "Send all of them; only `source` may be left out.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1}]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}, {\"id\": \"hooks-2\", \"title\": \"Hook context\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 0.4, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    source: "FeathersJS MCP server, \"search_docs\"",
    check: Check::Call(check),
    fix: None,
};

const KEYS: [&str; 6] = ["id", "title", "version", "category", "score", "snippet"];

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = given(call, SEARCH) else { return };
    for (index, result) in results(payload) {
        let missing: Vec<&str> = KEYS.into_iter().filter(|key| result.get(key).is_none()).collect();
        if !missing.is_empty() {
            findings.add_in(call, format!("/results/{index}"), format!("This result has no {}", listed(&missing)));
        }
    }
}
