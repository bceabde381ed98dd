//! `unknown-tool-as-result`: a call of a tool that does not exist is answered with a JSON-RPC error.

use super::words;
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR012",
    name: "unknown-tool-as-result",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "A call of a tool that does not exist is answered with a JSON-RPC error.",
    why: "The specification names unknown tools first among protocol errors. A client that finds a result \
          believes that the tool is there and failed, and keeps it on offer.",
    remedy: "Answer with the error -32602 and the name of the tool.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_wether", "arguments": {}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Unknown tool: get_wether"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_wether", "arguments": {}}}
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: get_wether"}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let (Some(tool), Some((pointer, text))) = (&call.tool, call.failure().filter(|_| call.error().is_none())) else {
        return;
    };
    let names = text.contains(tool.as_str());
    if call.entry().is_none() && names && text.len() < 400 && words::speaks_of_unknown_tool(text) {
        let sdk = call.exchange.session.done_by_sdk();
        findings.add(pointer, format!("an unknown tool is told by a result: {}{sdk}", shortened(text)));
    }
}
