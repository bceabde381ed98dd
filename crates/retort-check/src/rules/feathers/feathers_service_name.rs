//! `feathers-service-name`: the `name` of a generated service is the one asked for, in lower case letters and digits.

use retort_core::Kind;

use super::shape::{SERVICE, given, sanitised};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA023",
    name: "feathers-service-name",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    summary: "The `name` of a generated service is the one asked for, in lower case letters and digits.",
    why: "It becomes a folder, a route and a class. A blank or a slash in it breaks all three.",
    remedy: "Strip everything but letters and digits, and write them small.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "generate_service", "arguments": {"name": "Users", "database": "mongodb", "fields": [{"name": "email", "type": "string"}, {"name": "age", "type": "number"}]}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"name\": \"Users\", \"database\": \"mongodb\", \"fieldCount\": 2, \"files\": {\"src/services/users/users.service.ts\": {\"path\": \"src/services/users/users.service.ts\", \"content\": \"export {};\", \"type\": \"service\", \"size\": 10}}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "generate_service", "arguments": {"name": "Users", "database": "mongodb", "fields": [{"name": "email", "type": "string"}, {"name": "age", "type": "number"}]}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"name\": \"users\", \"database\": \"mongodb\", \"fieldCount\": 2, \"files\": {\"src/services/users/users.service.ts\": {\"path\": \"src/services/users/users.service.ts\", \"content\": \"export {};\", \"type\": \"service\", \"size\": 10}}}"}]}}"#,
    source: "FeathersJS MCP server, \"generate_service, Notes\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = given(call, SERVICE) else { return };
    let Some(name) = payload.get("name").filter(|name| name.kind() == Kind::String) else { return };
    // A name must not start with a digit: then the server puts `_` before it.
    let plain = name.to_plain();
    let plain = plain.strip_prefix('_').unwrap_or(&plain);
    let is_sanitised =
        !plain.is_empty() && plain.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    if !is_sanitised {
        return findings.add_in(call, "/name", format!("The name is {}", quoted(&name)));
    }
    let asked = call.arguments().and_then(|arguments| arguments.get("name")?.to_text().map(|name| sanitised(&name)));
    if let Some(asked) = asked.filter(|asked| asked != plain) {
        findings.add_in(call, "/name", format!("The name is {}, and `{asked}` was asked for", quoted(&name)));
    }
}
