//! `feathers-member-types`: the members of results and files have their types.

use retort_core::{Kind, Raw};

use super::shape::{SEARCH, SERVICE, TEMPLATE, files, given, results};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::within::step;

pub(super) const RULE: Rule = Rule {
    id: "FEA040",
    name: "feathers-member-types",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "The members of results and files have their types: names, texts and paths are strings, and a size is a \
              whole number.",
    why: "Clients write files and show snippets as they come. A number where a text belongs ends in `[object Object]`, \
          or in a file that cannot be written.",
    remedy: "Send the types that the document names.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": 7, \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"score\": 1, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"score\": 1, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    source: "FeathersJS MCP server, \"search_docs\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if let Some(payload) = given(call, SEARCH) {
        for (index, result) in results(payload) {
            for (name, value) in wrong(&result, &["id", "title", "category", "snippet"]) {
                let message = format!("`{name}` is {}, not a string", quoted(&value));
                findings.add_in(call, format!("/results/{index}/{name}"), message);
            }
        }
    }
    for payload in [TEMPLATE, SERVICE].into_iter().filter_map(|tool| given(call, tool)) {
        for (key, file) in files(payload) {
            let place = format!("/files{}", step(&key));
            for (name, value) in wrong(&file, &["path", "content"]) {
                findings.add_in(call, format!("{place}/{name}"), format!("`{name}` is {}, not a string", quoted(&value)));
            }
            let is_size = |size: &Raw| size.kind() == Kind::Number && size.to_count().is_some();
            if let Some(size) = file.get("size").filter(|size| !is_size(size)) {
                findings.add_in(call, format!("{place}/size"), format!("`size` is {}, not a number", quoted(&size)));
            }
        }
    }
}

/// The members of these names that are no strings.
fn wrong<'a>(object: &Raw, names: &'a [&'a str]) -> Vec<(&'a str, Raw)> {
    let found = names.iter().filter_map(|name| Some((*name, object.get(name)?)));
    found.filter(|(_, value)| value.kind() != Kind::String).collect()
}
