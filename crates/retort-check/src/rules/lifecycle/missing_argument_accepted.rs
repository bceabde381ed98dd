//! `missing-argument-accepted`: a call without a required argument is refused.

use std::borrow::Cow;
use std::collections::HashSet;

use retort_core::Raw;

use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "LIF029",
    name: "missing-argument-accepted",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "A call without a required argument is answered with an error.",
    why: "The schema says that the argument is needed. A tool that goes on without it answers something that nobody \
          asked for, and the model learns nothing.",
    remedy: "Check the arguments against the schema before the tool runs, or take the argument out of `required`.",
    bad: r#"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "greet", "title": "Greet", "description": "Greets a person by name.", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "description": "Who is greeted."}}, "required": ["name"], "additionalProperties": false}, "annotations": {"title": "Greet", "readOnlyHint": true, "openWorldHint": false}}]}}
{"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "greet", "arguments": {}}}
{"jsonrpc": "2.0", "id": 3, "result": {"content": [{"type": "text", "text": "Hello undefined"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
{"jsonrpc": "2.0", "id": 2, "result": {"tools": [{"name": "greet", "title": "Greet", "description": "Greets a person by name.", "inputSchema": {"type": "object", "properties": {"name": {"type": "string", "description": "Who is greeted."}}, "required": ["name"], "additionalProperties": false}, "annotations": {"title": "Greet", "readOnlyHint": true, "openWorldHint": false}}]}}
{"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "greet", "arguments": {}}}
{"jsonrpc": "2.0", "id": 3, "result": {"content": [{"type": "text", "text": "Invalid arguments: name is missing. Pass the name of the person to greet."}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(tool) = call.entry().filter(|_| call.exchange.method == Some("tools/call")) else { return };
    let required = tool.required();
    if required.is_empty() {
        return;
    }
    let arguments = call.arguments();
    let given: HashSet<Cow<'_, str>> = arguments.iter().flat_map(Raw::members).map(|(name, _)| name).collect();
    // Whatever is there was given: the search ends when the given ones do, however many are required.
    let missing = required.iter().find(|name| !given.contains(name.as_str()));
    if let Some(name) = missing.filter(|_| super::succeeded(call)) {
        let message =
            format!("The argument {} is required and was not given, but the call succeeded", shortened(name));
        findings.add(call.exchange.result_pointer(), message);
    }
}
