//! `feathers-file-keys`: every generated file has `path`, `content` and `size`; that of a service has `type` too.

use retort_core::Kind;

use super::shape::{SERVICE, TEMPLATE, files, given};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::within::{listed, step};

pub(super) const RULE: Rule = Rule {
    id: "FEA018",
    name: "feathers-file-keys",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "Every generated file has `path`, `content` and `size`; that of a service has `type` too.",
    why: "Clients write the files as they come. Without a content there is nothing to write.",
    remedy: "Send all members for every file.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_feathers_template", "arguments": {"database": "mongodb", "auth": true}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"database\": \"mongodb\", \"auth\": true, \"typescript\": true, \"version\": \"v5\", \"dependencies\": [\"mongodb\"], \"featureFlags\": [\"auth\"], \"files\": {\"src/app.ts\": {\"path\": \"src/app.ts\", \"content\": \"export {};\"}}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_feathers_template", "arguments": {"database": "mongodb", "auth": true}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"database\": \"mongodb\", \"auth\": true, \"typescript\": true, \"version\": \"v5\", \"dependencies\": [\"mongodb\"], \"featureFlags\": [\"auth\"], \"files\": {\"src/app.ts\": {\"path\": \"src/app.ts\", \"content\": \"export {};\", \"size\": 10}}}"}]}}"#,
    source: "FeathersJS MCP server, \"get_feathers_template\"",
    check: Check::Call(check),
    fix: None,
};

/// How many entries are looked at: the server gives fewer.
const MOST_TOLD: usize = 256;

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for (tool, keys) in [(TEMPLATE, &["path", "content", "size"][..]), (SERVICE, &["path", "content", "type", "size"])]
    {
        let Some(payload) = given(call, tool) else { continue };
        let entries = payload.get("files").filter(|files| files.kind() == Kind::Object);
        for (name, file) in entries.iter().flat_map(|files| files.members()).take(MOST_TOLD) {
            if file.kind() != Kind::Object {
                findings.add_in(call, format!("/files{}", step(&name)), format!("This file is {}", quoted(&file)));
            }
        }
        for (name, file) in files(payload) {
            let missing: Vec<&str> = keys.iter().copied().filter(|key| file.get(key).is_none()).collect();
            if !missing.is_empty() {
                let path = format!("/files{}", step(&name));
                findings.add_in(call, &path, format!("This file has no {}", listed(&missing)));
            }
        }
    }
}
