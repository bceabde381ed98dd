//! `feathers-refusal-as-protocol-error`: a call that is refused is answered with a result that has `isError`, not with
//! a JSON-RPC error.

use retort_core::Raw;

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "FEA030",
    name: "feathers-refusal-as-protocol-error",
    severity: Severity::Warning,
    profiles: &[Profile::Feathers],
    revisions: ALWAYS,
    summary: "A call that is refused is answered with a result that has `isError`, not with a JSON-RPC error.",
    why: "A JSON-RPC error never reaches the model in most clients; it is thrown as an exception.",
    remedy: "Answer an unknown tool, a missing name and wrong arguments with `Error: <message>` and `\"isError\": \
          true`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "nope", "arguments": {}}}
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: nope"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "nope", "arguments": {}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Error: Unknown tool: nope"}], "isError": true}}"#,
    source: "FeathersJS MCP server, \"tools/call, Error cases currently implemented\"",
    check: Check::Call(check),
    fix: None,
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(error) = call.error().filter(|_| call.exchange.method == Some("tools/call")) else { return };
    let code = error.code.as_ref().map_or("none", Raw::as_str);
    if ["-32601", "-32602"].contains(&code) {
        findings.add("/error", format!("The call was refused with {code}: {}", shortened(&error.message)));
    }
}
