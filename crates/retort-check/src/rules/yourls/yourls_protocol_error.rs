//! `yourls-protocol-error`: a tool that fails answers with a result; a JSON-RPC error is for calls that cannot be made.

use crate::call::Call;
use crate::finding::{Findings, quoted, shortened};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "YRL013",
    name: "yourls-protocol-error",
    severity: Severity::Warning,
    profiles: &[Profile::Yourls],
    revisions: ALWAYS,
    summary: "A tool that fails answers with a result; a JSON-RPC error is for calls that cannot be made.",
    why: "Clients look for `isError` and the payload. A JSON-RPC error is thrown as an exception, and the code and \
          the fields of the failure are lost.",
    remedy: "Catch what the tool throws, and answer with `\"status\": \"error\"` and `\"isError\": true`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "expand_url", "arguments": {"shorturl": "abc"}}}
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "URL not found"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "expand_url", "arguments": {"shorturl": "abc"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"status\": \"error\", \"message\": \"URL not found\", \"code\": \"not_found\"}"}], "isError": true}}"#,
    source: "yourls-mcp, \"Error Responses\"",
    check: Check::Call(check),
    fix: None,
};

/// The request could not be read, or there is no such method, or the arguments are wrong.
const ABOUT_THE_REQUEST: [&str; 4] = ["-32700", "-32600", "-32601", "-32602"];

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(error) = call.error().filter(|_| call.exchange.method == Some("tools/call")) else { return };
    let Some(code) = &error.code else { return };
    if !ABOUT_THE_REQUEST.contains(&code.as_str()) {
        let said = shortened(&error.message);
        findings.add("/error", format!("The tool failed with the JSON-RPC error {}: {said}", quoted(code)));
    }
}
