//! `feathers-bad-arguments-taken`: a service is not generated from a missing name, an unknown database, no fields or a
//! field of an unknown type.

use retort_core::{Kind, Raw};

use super::shape::{DATABASES, SERVICE, given, is_one_of, sanitised};
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA027",
    name: "feathers-bad-arguments-taken",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    summary: "A service is not generated from a missing name, an unknown database, no fields or a field of an unknown \
          type.",
    why: "The files that come of it do not work, and nobody is told.",
    remedy: "Refuse the call: `\"isError\": true` and a text such as `Error: Fields array is required`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "generate_service", "arguments": {"name": "Users", "database": "mongodb", "fields": []}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"name\": \"users\", \"database\": \"mongodb\", \"fieldCount\": 0, \"files\": {\"src/services/users/users.service.ts\": {\"path\": \"src/services/users/users.service.ts\", \"content\": \"export {};\", \"type\": \"service\", \"size\": 10}}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "generate_service", "arguments": {"name": "Users", "database": "mongodb", "fields": []}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: Fields array is required"}], "isError": true}}"#,
    source: "FeathersJS MCP server, \"generate_service, Notes\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

const TYPES: [&str; 7] = ["string", "number", "boolean", "date", "objectId", "array", "object"];

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let (Some(_), Some(arguments)) = (given(call, SERVICE), call.arguments()) else { return };
    let name = arguments.get("name").and_then(|name| name.to_text().map(|name| sanitised(&name)));
    let fields = arguments.get("fields").filter(|fields| fields.kind() == Kind::Array);
    let is_known = |field: Raw| field.get("type").is_some_and(|kind| is_one_of(&kind, &TYPES));
    let wrong = if name.is_none_or(|name| name.is_empty()) {
        "no name"
    } else if !arguments.get("database").is_some_and(|database| is_one_of(&database, &DATABASES)) {
        "no database that it knows"
    } else if fields.as_ref().is_none_or(Raw::is_blank) {
        "no fields"
    } else if !fields.is_some_and(|fields| fields.items().all(is_known)) {
        "a field of a type that it does not know"
    } else {
        return;
    };
    findings.add_in(call, "", format!("The call has {wrong}, and a service was generated"));
}
