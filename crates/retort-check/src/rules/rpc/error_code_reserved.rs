//! `error-code-reserved`: codes that the protocol keeps to itself are not made up.

use retort_core::Revision;

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "RPC039",
    name: "error-code-reserved",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "An error code is one that is defined, or lies outside the reserved range.",
    why: "Codes from -32768 to -32100 belong to JSON-RPC and, since revision 2026-07-28, those from -32099 to -32020 \
          to MCP. A client that meets an unknown one cannot tell what it means, and a later revision may give it \
          another meaning.",
    remedy: "Use -32602 for wrong arguments and -32603 for failures inside the server, and codes outside the range \
             for your own.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32500, "message": "The greeter is asleep"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "The greeter is asleep"}}"#,
    source: "https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes",
    check: Check::Exchange(check),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let Some(code) = exchange.code() else { return };
    let of_json_rpc = matches!(code, -32_700 | -32_603..=-32_600);
    let of_mcp = matches!(code, -32_022..=-32_020 | -32_042);
    let reserved = match code {
        -32_768..=-32_100 => !of_json_rpc,
        -32_099..=-32_020 => !of_mcp && exchange.session.revision >= Revision::V2026_07_28,
        _ => false,
    };
    if reserved {
        findings.add("/error/code", format!("{code} is reserved and has no meaning"));
    }
}
