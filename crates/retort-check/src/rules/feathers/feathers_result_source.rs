//! `feathers-result-source`: the `source` of a result is an object with `url` or `path`, each a string.

use retort_core::Kind;

use super::shape::{SEARCH, given, results};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA011",
    name: "feathers-result-source",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "The `source` of a result is an object with `url` or `path`, each a string.",
    why: "Developers follow it to the page that the snippet is from.",
    remedy: "Send `{\"url\": …}` or `{\"path\": …}`; leave `source` out where there is neither.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": \"https://feathersjs.com/api/hooks\", \"score\": 1, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}, {\"id\": \"hooks-2\", \"title\": \"Hook context\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 0.4, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    source: "FeathersJS MCP server, \"search_docs\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = given(call, SEARCH) else { return };
    for (index, result) in results(payload) {
        let Some(source) = result.get("source").filter(|source| source.kind() != Kind::Null) else { continue };
        let is_text =
            |name: &str| source.get(name).is_none_or(|value| matches!(value.kind(), Kind::String | Kind::Null));
        if source.kind() != Kind::Object || !is_text("url") || !is_text("path") {
            findings.add_in(call, format!("/results/{index}/source"), format!("The source is {}", quoted(&source)));
        }
    }
}
