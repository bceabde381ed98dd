//! `unsupported-version-code`: a version that the server does not speak is refused with the code for that.

use retort_core::Revision;

use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "LIF023",
    name: "unsupported-version-code",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2026_07_28..=Revision::V2026_07_28,
    summary: "A request of a version that does not exist is answered with -32022 and the versions that the server \
              speaks.",
    why: "The client needs the list to try again with a version that both speak. Any other error makes it take the \
          server for one of an earlier revision.",
    remedy: "Answer with the code -32022 and `\"data\": {\"supported\": [\"2026-07-28\"], \"requested\": \"…\"}`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "1900-01-01", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "Unsupported protocol version"}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "Hello Ada"}], "resultType": "complete"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "1900-01-01", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32022, "message": "Unsupported protocol version", "data": {"supported": ["2026-07-28"], "requested": "1900-01-01"}}}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "greet", "arguments": {"name": "Ada"}, "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "Hello Ada"}], "resultType": "complete"}}"#,
    source: "https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning#protocol-version-negotiation",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let meta = exchange.params.and_then(|params| params.get("_meta"));
    let version = meta.and_then(|meta| meta.get("io.modelcontextprotocol/protocolVersion"));
    let Some(version) = version.filter(|version| version.to_plain().parse::<Revision>().is_err()) else { return };
    let asked = quoted(&version);
    if let Some(result) = exchange.result() {
        findings.add(result.pointer(), format!("The version {asked} was answered with a result"));
    } else if let Some(error) = exchange.error() {
        let code = error.code.as_ref().map_or_else(|| "no code".to_owned(), quoted);
        let listed = error.data.as_ref().is_some_and(|data| data.get("supported").is_some());
        if code != "-32022" {
            findings.add("/error/code", format!("The version {asked} was answered with {code}, not -32022"));
        } else if !listed {
            findings.add("/error", "The error does not list the supported versions in its data");
        }
    }
}
