//! `feathers-template-echo`: a template is for the configuration that was asked for.

use super::shape::TEMPLATE;
use crate::call::Call;
use crate::finding::{Findings, quoted, shortened};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA015",
    name: "feathers-template-echo",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "A template is for the configuration that was asked for.",
    why: "A project for another database, or without the login that was asked for, is found out when it does not \
          start.",
    remedy: "Copy the arguments into the payload, with the defaults for those that were not given.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_feathers_template", "arguments": {"database": "mongodb", "auth": true}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"database\": \"sqlite\", \"auth\": true, \"typescript\": true, \"version\": \"v5\", \"dependencies\": [\"mongodb\"], \"featureFlags\": [\"auth\"], \"files\": {\"src/app.ts\": {\"path\": \"src/app.ts\", \"content\": \"export {};\", \"size\": 10}}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_feathers_template", "arguments": {"database": "mongodb", "auth": true}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"database\": \"mongodb\", \"auth\": true, \"typescript\": true, \"version\": \"v5\", \"dependencies\": [\"mongodb\"], \"featureFlags\": [\"auth\"], \"files\": {\"src/app.ts\": {\"path\": \"src/app.ts\", \"content\": \"export {};\", \"size\": 10}}}"}]}}"#,
    source: "FeathersJS MCP server, \"get_feathers_template\"",
    check: Check::Call(check),
    fix: None,
};

/// What holds where an argument is not given.
const DEFAULTS: [(&str, Option<&str>); 4] =
    [("database", None), ("auth", Some("false")), ("typescript", Some("true")), ("version", Some("\"v5\""))];

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = call.object().filter(|_| call.tool.as_deref() == Some(TEMPLATE)) else { return };
    let Some(arguments) = call.arguments() else { return };
    for (name, default) in DEFAULTS {
        let asked = arguments.get(name).map(|asked| asked.to_json()).or(default.map(String::from));
        let (Some(told), Some(asked)) = (payload.get(name), asked) else { continue };
        if told.to_json() != asked && !told.kind().is_container() {
            let message = format!("`{name}` is {}, and {} was asked for", quoted(&told), shortened(&asked));
            findings.add_in(call, format!("/{name}"), message);
        }
    }
}
