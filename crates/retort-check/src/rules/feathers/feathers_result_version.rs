//! `feathers-result-version`: the results of a search are for the version that it is about, or for both.

use super::shape::{SEARCH, given, is_one_of, results};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA012",
    name: "feathers-result-version",
    severity: Severity::Warning,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "The results of a search are for the version that it is about, or for both.",
    why: "Version 4 and version 5 of the framework differ in their very APIs; a snippet of the other one misleads.",
    remedy: "Filter by version before ranking.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v4\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"both\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    source: "FeathersJS MCP server, \"search_docs\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = given(call, SEARCH) else { return };
    let Some(wanted) = payload.get("version").filter(|version| is_one_of(version, &["v4", "v5"])) else { return };
    for (index, result) in results(payload) {
        let Some(version) = result.get("version").filter(|version| is_one_of(version, &["v4", "v5"])) else { continue };
        if version.as_str() != wanted.as_str() {
            let message =
                format!("This result is for {}, and the search is for {}", version.to_plain(), wanted.to_plain());
            findings.add_in(call, format!("/results/{index}/version"), message);
        }
    }
}
