//! `failure-as-protocol-error`: a tool that fails answers with a result that has `isError`.

use super::words;
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR011",
    name: "failure-as-protocol-error",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Yourls, Profile::Feathers],
    summary: "A tool that fails answers with a result that has `isError`.",
    why: "JSON-RPC errors are for requests that the server cannot understand. Many clients raise them as \
          exceptions and never show them to the model, which then cannot correct itself.",
    remedy: "Catch what goes wrong inside a tool and answer with `isError: true` and the reason as text.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_weather", "arguments": {"city": "Atlantis"}}}
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "The weather service did not answer within 10 seconds."}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_weather", "arguments": {"city": "Atlantis"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The weather service did not answer within 10 seconds."}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(error) = call.error().filter(|_| call.tool.is_some()) else { return };
    // A tool that the server does not have cannot fail.
    let is_listed = call.entry().is_some();
    if !is_listed && !call.exchange.session.tools.is_empty() {
        return;
    }
    let code = error.code.as_ref().map(|code| code.to_plain().into_owned()).unwrap_or_default();
    let about_the_tool = matches!(code.as_str(), "-32603" | "-32000")
        && !words::is_generic(&error.message)
        && (is_listed || !words::speaks_of_unknown_tool(&error.message));
    if about_the_tool {
        let said = shortened(&error.message);
        findings.add("/error", format!("the tool failed and the answer is the JSON-RPC error {code}: {said}"));
    }
}
