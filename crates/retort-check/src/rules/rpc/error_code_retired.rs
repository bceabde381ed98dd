//! `error-code-retired`: codes that a revision has given up are not sent.

use retort_core::Revision;

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "RPC040",
    name: "error-code-retired",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2026_07_28..=Revision::V2026_07_28,
    summary: "An error has no code that earlier revisions defined and this one gave up.",
    why: "Revision 2026-07-28 forbids -32002 and -32042. Clients of that revision do not act on them.",
    remedy: "Send -32602 for a resource that is not there, and a result of the type `input_required` where the \
             person has to open a page.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "file:///missing.txt", "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32002, "message": "Resource not found: file:///missing.txt"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "file:///missing.txt", "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Resource not found: file:///missing.txt"}}"#,
    source: "https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    if let Some(code @ (-32_002 | -32_042)) = exchange.code() {
        findings.add("/error/code", format!("{code} was given up with this revision"));
    }
}
