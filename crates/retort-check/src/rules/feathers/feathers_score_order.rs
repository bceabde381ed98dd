//! `feathers-score-order`: the results of a search are ranked: the best score comes first.

use super::shape::{SEARCH, given, results};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA007",
    name: "feathers-score-order",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    summary: "The results of a search are ranked: the best score comes first.",
    why: "Models read the first results and skip the rest.",
    remedy: "Sort by `score`, the greatest first.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-2\", \"title\": \"Hook context\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 0.4, \"snippet\": \"Hooks are middleware.\"}, {\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}, {\"id\": \"hooks-2\", \"title\": \"Hook context\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 0.4, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    source: "FeathersJS MCP server, \"search_docs, Notes\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = given(call, SEARCH) else { return };
    let mut before: Option<f64> = None;
    for (index, result) in results(payload) {
        let Some(score) = result.get("score").and_then(|score| score.as_str().parse::<f64>().ok()) else { return };
        if let Some(before) = before.filter(|before| score > *before) {
            let message = format!("The score {score} stands behind {before}");
            return findings.add_in(call, format!("/results/{index}/score"), message);
        }
        before = Some(score);
    }
}
