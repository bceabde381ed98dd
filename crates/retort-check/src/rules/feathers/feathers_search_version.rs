//! `feathers-search-version`: the `version` of a search is `v4`, `v5`, `both` or `all`, and that of a result `v4`, `v5`
//! or `both`.

use retort_core::Raw;

use super::shape::{SEARCH, given, is_one_of, results};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::within::listed;

pub(super) const RULE: Rule = Rule {
    id: "FEA003",
    name: "feathers-search-version",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "The `version` of a search is `v4`, `v5`, `both` or `all`, and that of a result `v4`, `v5` or `both`.",
    why: "Developers filter by these words; advice for another version of the framework breaks their code.",
    remedy: "Use the words of the schema.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"5.0\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}, {\"id\": \"hooks-2\", \"title\": \"Hook context\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 0.4, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    source: "FeathersJS MCP server, \"search_docs\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = given(call, SEARCH) else { return };
    let mut report = |path: &str, version: Option<Raw>, words: &[&str]| {
        if let Some(version) = version.filter(|version| !is_one_of(version, words)) {
            findings.add_in(call, path, format!("The version is {}, not one of {}", quoted(&version), listed(words)));
        }
    };
    report("/version", payload.get("version"), &["v4", "v5", "both", "all"]);
    for (index, result) in results(payload) {
        report(&format!("/results/{index}/version"), result.get("version"), &["v4", "v5", "both"]);
    }
}
