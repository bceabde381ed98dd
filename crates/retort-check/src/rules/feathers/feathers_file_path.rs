//! `feathers-file-path`: the `path` of a generated file is the key that it stands under.

use super::shape::{SERVICE, TEMPLATE, files, given};
use crate::call::Call;
use crate::finding::{Findings, quoted, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::within::step;

pub(super) const RULE: Rule = Rule {
    id: "FEA019",
    name: "feathers-file-path",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    summary: "The `path` of a generated file is the key that it stands under.",
    why: "One client writes to the key, another to the path, and the imports fit only one of them.",
    remedy: "Use the same text for both.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_feathers_template", "arguments": {"database": "mongodb", "auth": true}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"database\": \"mongodb\", \"auth\": true, \"typescript\": true, \"version\": \"v5\", \"dependencies\": [\"mongodb\"], \"featureFlags\": [\"auth\"], \"files\": {\"src/app.ts\": {\"path\": \"app.ts\", \"content\": \"export {};\", \"size\": 10}}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_feathers_template", "arguments": {"database": "mongodb", "auth": true}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"database\": \"mongodb\", \"auth\": true, \"typescript\": true, \"version\": \"v5\", \"dependencies\": [\"mongodb\"], \"featureFlags\": [\"auth\"], \"files\": {\"src/app.ts\": {\"path\": \"src/app.ts\", \"content\": \"export {};\", \"size\": 10}}}"}]}}"#,
    source: "FeathersJS MCP server, \"get_feathers_template\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for payload in [TEMPLATE, SERVICE].into_iter().filter_map(|tool| given(call, tool)) {
        for (name, file) in files(payload) {
            let Some(path) = file.get("path") else { continue };
            if path.to_text().is_none_or(|path| path != name) {
                let message = format!("The path is {}, and the key is {}", quoted(&path), shortened(&name));
                findings.add_in(call, format!("/files{}/path", step(&name)), message);
            }
        }
    }
}
