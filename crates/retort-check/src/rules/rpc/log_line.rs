//! `log-line`: standard output carries messages and nothing else.

use retort_core::OddityKind;

use crate::repair::{Fix, Safety};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RPC007",
    name: "log-line",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "Nothing but messages stands on standard output.",
    why: "The server must not write anything to standard output that is not a message. Some clients log such a line \
          and go on; others close the connection.",
    remedy: "Send logs to standard error: `console.error`, `logging` with its default handler, `eprintln!`. Look for \
             banners of libraries too.",
    bad: r#"Server started on stdio
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio",
    check: Check::Oddity(OddityKind::LogLine),
    fix: Some(Fix::around(Safety::Safe)),
};
