//! `feathers-file-type`: the `type` of a generated file is `service`, `hooks`, `schema` or `test`.

use super::shape::{SERVICE, files, given, is_one_of};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::within::step;

pub(super) const RULE: Rule = Rule {
    id: "FEA025",
    name: "feathers-file-type",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "The `type` of a generated file is `service`, `hooks`, `schema` or `test`.",
    why: "Clients place the files by their type.",
    remedy: "Use one of the four words.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "generate_service", "arguments": {"name": "Users", "database": "mongodb", "fields": [{"name": "email", "type": "string"}, {"name": "age", "type": "number"}]}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"name\": \"users\", \"database\": \"mongodb\", \"fieldCount\": 2, \"files\": {\"src/services/users/users.service.ts\": {\"path\": \"src/services/users/users.service.ts\", \"content\": \"export {};\", \"type\": \"ts\", \"size\": 10}}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "generate_service", "arguments": {"name": "Users", "database": "mongodb", "fields": [{"name": "email", "type": "string"}, {"name": "age", "type": "number"}]}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"name\": \"users\", \"database\": \"mongodb\", \"fieldCount\": 2, \"files\": {\"src/services/users/users.service.ts\": {\"path\": \"src/services/users/users.service.ts\", \"content\": \"export {};\", \"type\": \"service\", \"size\": 10}}}"}]}}"#,
    source: "FeathersJS MCP server, \"generate_service\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = given(call, SERVICE) else { return };
    for (name, file) in files(payload) {
        let Some(kind) = file.get("type") else { continue };
        if !is_one_of(&kind, &["service", "hooks", "schema", "test"]) {
            findings.add_in(call, format!("/files{}/type", step(&name)), format!("The type is {}", quoted(&kind)));
        }
    }
}
