//! `feathers-template-keys`: the payload of `get_feathers_template` has `database`, `auth`, `typescript`, `version`,
//! `dependencies`, `featureFlags` and `files`.

use super::shape::{TEMPLATE, given, missing};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::within::listed;

pub(super) const RULE: Rule = Rule {
    id: "FEA013",
    name: "feathers-template-keys",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "The payload of `get_feathers_template` has `database`, `auth`, `typescript`, `version`, `dependencies`, \
          `featureFlags` and `files`.",
    why: "Clients read these members by name; a missing one is `undefined` to them.",
    remedy: "Send all of them, also where they are empty.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_feathers_template", "arguments": {"database": "mongodb", "auth": true}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"database\": \"mongodb\", \"auth\": true, \"typescript\": true, \"version\": \"v5\", \"featureFlags\": [\"auth\"], \"files\": {\"src/app.ts\": {\"path\": \"src/app.ts\", \"content\": \"export {};\", \"size\": 10}}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_feathers_template", "arguments": {"database": "mongodb", "auth": true}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"database\": \"mongodb\", \"auth\": true, \"typescript\": true, \"version\": \"v5\", \"dependencies\": [\"mongodb\"], \"featureFlags\": [\"auth\"], \"files\": {\"src/app.ts\": {\"path\": \"src/app.ts\", \"content\": \"export {};\", \"size\": 10}}}"}]}}"#,
    source: "FeathersJS MCP server, \"get_feathers_template\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = given(call, TEMPLATE) else { return };
    let missing =
        missing(payload, &["database", "auth", "typescript", "version", "dependencies", "featureFlags", "files"]);
    if !missing.is_empty() {
        findings.add_in(call, "", format!("The payload has no {}", listed(&missing)));
    }
}
