//! `invalid-arguments-as-protocol-error`: arguments that a tool does not take are told by a result with `isError`.

use retort_core::{Kind, Revision};

use super::words;
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR013",
    name: "invalid-arguments-as-protocol-error",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_11_25..=Revision::V2026_07_28,
    summary: "Arguments that a tool does not take are told by a result with `isError`.",
    why: "A model can mend its arguments only if it reads what is wrong with them, and many clients keep \
          JSON-RPC errors from it. Since 2025-11-25 the specification counts such errors among those of the \
          tool.",
    remedy: "Check arguments inside the tool, and answer with `isError: true` and a sentence on what is wrong \
          with which one.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_weather", "arguments": {"city": 5}}}
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid arguments for tool get_weather: `city` must be a string."}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_weather", "arguments": {"city": 5}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "`city` must be a string, such as \"Oslo\"."}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(error) = call.error().filter(|_| call.tool.is_some()) else { return };
    let is_invalid = error.code.as_ref().is_some_and(|code| code.to_plain() == "-32602");
    // Arguments that are no object are a malformed request.
    let well_formed = call.arguments().is_none_or(|arguments| arguments.kind() == Kind::Object);
    let known = call.entry().is_some() || words::speaks_of_arguments(&error.message);
    if is_invalid && well_formed && known && !words::speaks_of_unknown_tool(&error.message) {
        let said = shortened(&error.message);
        findings.add("/error", format!("what is wrong with the arguments is told by a JSON-RPC error: {said}"));
    }
}
