//! `change-undeclared`: a server that tells of changes says so beforehand.

use retort_core::Kind;

use crate::finding::Findings;
use crate::pairs::Side;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::greeted;
use crate::session::Session;

pub(super) const RULE: Rule = Rule {
    id: "LIF015",
    name: "change-undeclared",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "A server that tells of changes declares `listChanged` or `subscribe`.",
    why: "Clients listen for changes only where the server says that it tells of them; the others go on with an old \
          list.",
    remedy: "Write `\"tools\": {\"listChanged\": true}` among the capabilities, the same for resources and prompts, \
             and `\"resources\": {\"subscribe\": true}` where resources are told as updated.",
    bad: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}"#),
    good: greeted!(r#"{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {"listChanged": true}}, "serverInfo": {"name": "greeter", "version": "1.2.0"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}"#),
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#list-changed-notification",
    check: Check::Session(check),
    ..Rule::COMMON
};

/// Notifications of changes, with the capability and its flag that each needs.
const CHANGES: [(&str, &str, &str); 4] = [
    ("notifications/tools/list_changed", "tools", "listChanged"),
    ("notifications/prompts/list_changed", "prompts", "listChanged"),
    ("notifications/resources/list_changed", "resources", "listChanged"),
    ("notifications/resources/updated", "resources", "subscribe"),
];

fn check(session: &Session, findings: &mut Findings<'_>) {
    let Some(capabilities) = session.capabilities.as_ref().filter(|all| all.kind() == Kind::Object) else { return };
    let mut seen: Vec<&str> = Vec::new();
    for (at, _, method, _) in session.asked_by(Side::Server) {
        let Some((_, capability, flag)) = CHANGES.iter().find(|(of, ..)| *of == method) else { continue };
        if seen.contains(&method) {
            continue;
        }
        seen.push(method);
        let declared = capabilities.get(capability).and_then(|value| value.get(flag)?.to_bool()) == Some(true);
        if !declared {
            let message = format!("{method} is sent, but {capability}.{flag} is not among the capabilities");
            findings.add_at(at, Some(method), "/method", message);
        }
    }
}
