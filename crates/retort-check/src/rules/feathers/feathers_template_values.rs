//! `feathers-template-values`: the members of a template have their types: flags are booleans, dependencies and feature
//! flags lists of strings, files an object that is not empty.

use retort_core::{Kind, Raw};

use super::shape::{DATABASES, TEMPLATE, given, is_one_of};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::within::step;

pub(super) const RULE: Rule = Rule {
    id: "FEA014",
    name: "feathers-template-values",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "The members of a template have their types: flags are booleans, dependencies and feature flags lists of \
          strings, files an object.",
    why: "A client installs the dependencies and writes the files as they come; a value of another type stops it \
          half way.",
    remedy: "Send the types that the document names.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_feathers_template", "arguments": {"database": "mongodb", "auth": true}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"database\": \"mongodb\", \"auth\": true, \"typescript\": true, \"version\": \"v5\", \"dependencies\": {\"mongodb\": \"^6.0.0\"}, \"featureFlags\": [\"auth\"], \"files\": {\"src/app.ts\": {\"path\": \"src/app.ts\", \"content\": \"export {};\", \"size\": 10}}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_feathers_template", "arguments": {"database": "mongodb", "auth": true}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"database\": \"mongodb\", \"auth\": true, \"typescript\": true, \"version\": \"v5\", \"dependencies\": [\"mongodb\"], \"featureFlags\": [\"auth\"], \"files\": {\"src/app.ts\": {\"path\": \"src/app.ts\", \"content\": \"export {};\", \"size\": 10}}}"}]}}"#,
    source: "FeathersJS MCP server, \"get_feathers_template\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = given(call, TEMPLATE) else { return };
    let is_strings = |value: &Raw| value.kind() == Kind::Array && value.items().all(|item| item.kind() == Kind::String);
    for (name, value) in payload.fields() {
        let wanted = match name {
            "database" if !is_one_of(&value, &DATABASES) => "mongodb, postgresql or sqlite",
            "version" if !is_one_of(&value, &["v4", "v5", "both"]) => "v4, v5 or both",
            "auth" | "typescript" if value.kind() != Kind::Bool => "a boolean",
            "dependencies" | "featureFlags" if !is_strings(&value) => "a list of strings",
            // Where nothing matches, the payload says so and has no files.
            "files" if value.kind() != Kind::Object || value.members().next().is_none() => "an object with files",
            _ => continue,
        };
        findings.add_in(call, step(name), format!("`{name}` is {}, not {wanted}", quoted(&value)));
    }
}
