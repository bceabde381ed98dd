//! `error-code-missing`: an error has a code.

use retort_core::OddityKind;

use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC032",
    name: "error-code-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp, Profile::Drf],
    revisions: ALWAYS,
    summary: "An error has a code.",
    why: "Clients decide by the code whether to try again, to ask for other arguments or to give up. Strict ones \
          drop an error without one.",
    remedy: "Use -32602 for wrong arguments, -32601 for an unknown method and -32603 for failures inside the server.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "error": {"message": "Unknown tool: greet"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool: greet"}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic#responses",
    check: Check::Oddity(OddityKind::ErrorCodeMissing),
    fix: None,
};
