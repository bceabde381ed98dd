//! `unknown-tool-accepted`: a tool that does not exist is refused.

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "LIF028",
    name: "unknown-tool-accepted",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "A call of a tool that the server does not have is answered with an error.",
    why: "The model takes the answer for the result of the tool that it meant, and never learns that it got the name \
          wrong.",
    remedy: "Answer with the error -32602 and name the tools that there are.",
    bad: r#"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "greet", "title": "Greet", "description": "Greets a person by name.", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "description": "Who is greeted."}}, "required": ["name"], "additionalProperties": false}, "annotations": {"title": "Greet", "readOnlyHint": true, "openWorldHint": false}}]}}
{"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "wave", "arguments": {}}}
{"jsonrpc": "2.0", "id": 3, "result": {"content": [{"type": "text", "text": "Hello"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "greet", "title": "Greet", "description": "Greets a person by name.", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "description": "Who is greeted."}}, "required": ["name"], "additionalProperties": false}, "annotations": {"title": "Greet", "readOnlyHint": true, "openWorldHint": false}}]}}
{"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "wave", "arguments": {}}}
{"jsonrpc": "2.0", "id": 3, "error": {"code": -32602, "message": "Unknown tool: wave. The tools are: greet"}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let (Some("tools/call"), Some(name)) = (call.exchange.method, call.tool.as_deref()) else { return };
    if call.exchange.session.all_tools && call.entry().is_none() && super::succeeded(call) {
        let message = format!("There is no tool {}, but the call succeeded", shortened(name));
        findings.add(call.exchange.result_pointer(), message);
    }
}
