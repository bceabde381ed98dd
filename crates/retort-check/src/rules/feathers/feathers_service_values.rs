//! `feathers-service-values`: the members of a generated service have their types: a database of the three, a count,
//! and files under their paths.

use retort_core::Kind;

use super::shape::{DATABASES, SERVICE, given, is_one_of};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::within::step;

pub(super) const RULE: Rule = Rule {
    id: "FEA022",
    name: "feathers-service-values",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "The members of a generated service have their types: a database of the three, a count, and files under \
          their paths.",
    why: "A client writes the files as they come; a list of them has no paths to write to.",
    remedy: "Send the types that the document names.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "generate_service", "arguments": {"name": "Users", "database": "mongodb", "fields": [{"name": "email", "type": "string"}, {"name": "age", "type": "number"}]}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"name\": \"users\", \"database\": \"mongodb\", \"fieldCount\": 2, \"files\": [{\"path\": \"src/services/users/users.service.ts\", \"content\": \"export {};\", \"type\": \"service\", \"size\": 10}]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "generate_service", "arguments": {"name": "Users", "database": "mongodb", "fields": [{"name": "email", "type": "string"}, {"name": "age", "type": "number"}]}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"name\": \"users\", \"database\": \"mongodb\", \"fieldCount\": 2, \"files\": {\"src/services/users/users.service.ts\": {\"path\": \"src/services/users/users.service.ts\", \"content\": \"export {};\", \"type\": \"service\", \"size\": 10}}}"}]}}"#,
    source: "FeathersJS MCP server, \"generate_service\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = given(call, SERVICE) else { return };
    for (name, value) in payload.fields() {
        let wanted = match name {
            "name" if value.kind() != Kind::String => "a string",
            "database" if !is_one_of(&value, &DATABASES) => "mongodb, postgresql or sqlite",
            "fieldCount" if value.kind() != Kind::Number => "a number",
            "files" if value.kind() != Kind::Object || value.members().next().is_none() => "an object with files",
            _ => continue,
        };
        findings.add_in(call, step(name), format!("`{name}` is {}, not {wanted}", quoted(&value)));
    }
}
