//! `feathers-refusal-words`: a call without a name is answered with `Error: Missing tool name`, one of an unknown tool
//! with `Error: Unknown tool: <name>`.

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA029",
    name: "feathers-refusal-words",
    severity: Severity::Warning,
    profiles: &[Profile::Feathers],
    summary: "A call without a name is answered with `Error: Missing tool name`, one of an unknown tool with `Error: \
          Unknown tool: <name>`.",
    why: "Clients and tests know these words.",
    remedy: "Use them as they are.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"arguments": {}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: No tool was given"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"arguments": {}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: Missing tool name"}], "isError": true}}"#,
    source: "FeathersJS MCP server, \"tools/call, Error cases currently implemented\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(params) = call.exchange.params.filter(|_| call.exchange.method == Some("tools/call")) else { return };
    let session = call.exchange.session;
    let name = params.get("name").filter(|name| !name.is_blank()).map(|name| name.to_plain().into_owned());
    let wanted = match name {
        None => "Error: Missing tool name".to_owned(),
        Some(name) if !session.tools.is_empty() && session.tool(&name).is_none() => {
            format!("Error: Unknown tool: {name}")
        }
        Some(_) => return,
    };
    if let Some((pointer, text)) = call.first_text().filter(|(_, text)| *text != wanted) {
        findings.add(pointer, format!("The text is {}, not `{}`", shortened(&text), shortened(&wanted)));
    }
}
