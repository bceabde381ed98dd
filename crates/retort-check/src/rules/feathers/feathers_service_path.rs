//! `feathers-service-path`: the file of a service is `src/services/<name>/<name>.service.ts`.

use super::shape::{SERVICE, files, given, is_one_of, sanitised};
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::within::step;

pub(super) const RULE: Rule = Rule {
    id: "FEA026",
    name: "feathers-service-path",
    severity: Severity::Error,
    profiles: &[Profile::Feathers],
    summary: "The file of a service is `src/services/<name>/<name>.service.ts`.",
    why: "The other files import it from there, and so does the application.",
    remedy: "Make the path from the sanitised name.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "generate_service", "arguments": {"name": "Users", "database": "mongodb", "fields": [{"name": "email", "type": "string"}, {"name": "age", "type": "number"}]}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"name\": \"users\", \"database\": \"mongodb\", \"fieldCount\": 2, \"files\": {\"src/services/user/users.service.ts\": {\"path\": \"src/services/user/users.service.ts\", \"content\": \"export {};\", \"type\": \"service\", \"size\": 10}}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "generate_service", "arguments": {"name": "Users", "database": "mongodb", "fields": [{"name": "email", "type": "string"}, {"name": "age", "type": "number"}]}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"name\": \"users\", \"database\": \"mongodb\", \"fieldCount\": 2, \"files\": {\"src/services/users/users.service.ts\": {\"path\": \"src/services/users/users.service.ts\", \"content\": \"export {};\", \"type\": \"service\", \"size\": 10}}}"}]}}"#,
    source: "FeathersJS MCP server, \"generate_service\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(payload) = given(call, SERVICE) else { return };
    let Some(name) = payload.get("name").and_then(|name| name.to_text().map(String::from)) else { return };
    let mark = if name.starts_with('_') { "_" } else { "" };
    let name = format!("{mark}{}", sanitised(&name));
    let wanted = format!("src/services/{name}/{name}.service.");
    for (path, file) in files(payload) {
        let is_service = file.get("type").is_some_and(|kind| is_one_of(&kind, &["service"]));
        if is_service && !path.strip_prefix(&wanted).is_some_and(|ending| ["ts", "js"].contains(&ending)) {
            let message = format!("The service stands in {}, not in `{wanted}ts`", shortened(&path));
            findings.add_in(call, format!("/files{}", step(&path)), message);
        }
    }
}
