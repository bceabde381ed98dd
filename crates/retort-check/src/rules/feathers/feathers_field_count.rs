//! `feathers-field-count`: the `fieldCount` of a generated service is the number of fields that were given.

use retort_core::Kind;

use super::shape::{SERVICE, given};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA024",
    name: "feathers-field-count",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    summary: "The `fieldCount` of a generated service is the number of fields that were given.",
    why: "A lower count tells of fields that were dropped on the way.",
    remedy: "Count the fields that the files were made from.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "generate_service", "arguments": {"name": "Users", "database": "mongodb", "fields": [{"name": "email", "type": "string"}, {"name": "age", "type": "number"}]}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"name\": \"users\", \"database\": \"mongodb\", \"fieldCount\": 1, \"files\": {\"src/services/users/users.service.ts\": {\"path\": \"src/services/users/users.service.ts\", \"content\": \"export {};\", \"type\": \"service\", \"size\": 10}}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "generate_service", "arguments": {"name": "Users", "database": "mongodb", "fields": [{"name": "email", "type": "string"}, {"name": "age", "type": "number"}]}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"name\": \"users\", \"database\": \"mongodb\", \"fieldCount\": 2, \"files\": {\"src/services/users/users.service.ts\": {\"path\": \"src/services/users/users.service.ts\", \"content\": \"export {};\", \"type\": \"service\", \"size\": 10}}}"}]}}"#,
    source: "FeathersJS MCP server, \"generate_service\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let (Some(payload), Some(arguments)) = (given(call, SERVICE), call.arguments()) else { return };
    let Some(count) = payload.get("fieldCount").filter(|count| count.kind() == Kind::Number) else { return };
    let Some(fields) = arguments.get("fields").filter(|fields| fields.kind() == Kind::Array) else { return };
    let given = fields.items().count();
    if count.to_count() != u64::try_from(given).ok() {
        findings.add_in(
            call,
            "/fieldCount",
            format!("`fieldCount` is {}, and the fields that were given are {given}", quoted(&count)),
        );
    }
}
