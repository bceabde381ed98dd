//! `feathers-search-echo`: the `query` and `version` of a search are those that were asked for; the version is `v5`
//! where none was.

use super::shape::{SEARCH, given};
use crate::call::Call;
use crate::finding::{Findings, quoted, shortened};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA009",
    name: "feathers-search-echo",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "The `query` and `version` of a search are those that were asked for; the version is `v5` where none was.",
    why: "A client that sends several searches at once tells the answers apart by them.",
    remedy: "Copy the arguments into the payload.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"services\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}, {\"id\": \"hooks-2\", \"title\": \"Hook context\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 0.4, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_docs", "arguments": {"query": "hooks", "limit": 3, "version": "v5"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"query\": \"hooks\", \"version\": \"v5\", \"results\": [{\"id\": \"hooks-1\", \"title\": \"Hooks\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 1, \"snippet\": \"Hooks are middleware.\"}, {\"id\": \"hooks-2\", \"title\": \"Hook context\", \"version\": \"v5\", \"category\": \"hooks\", \"source\": {\"url\": \"https://feathersjs.com/api/hooks\"}, \"score\": 0.4, \"snippet\": \"Hooks are middleware.\"}]}"}]}}"#,
    source: "FeathersJS MCP server, \"search_docs\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let (Some(payload), Some(arguments)) = (given(call, SEARCH), call.arguments()) else { return };
    let asked = |name: &str| arguments.get(name)?.to_text().map(String::from);
    let version = if arguments.get("version").is_none() { Some("v5".to_owned()) } else { asked("version") };
    for (name, asked) in [("query", asked("query")), ("version", version)] {
        let Some(told) = payload.get(name) else { continue };
        if let (Some(asked), Some(text)) = (asked, told.to_text())
            && text.trim() != asked.trim()
        {
            let message = format!("`{name}` is {}, and {} was asked for", quoted(&told), shortened(&asked));
            findings.add_in(call, format!("/{name}"), message);
        }
    }
}
