//! `list-cursor-empty`: a `nextCursor` of the protocol is a string that leads somewhere.

use retort_core::{Body, ResultKind};

use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::session::Exchange;
use crate::tree::Tree;

pub(super) const RULE: Rule = Rule {
    id: "PAG012",
    name: "list-cursor-empty",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "A `nextCursor` of the protocol is a string that leads somewhere.",
    why: "The schema knows a string or no member. Strict clients refuse `null`; others take an empty string \
          for a cursor, and ask for the first page again, for ever.",
    remedy: "Leave `nextCursor` out on the last page.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"resources": [], "nextCursor": ""}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"resources": []}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination#response-format",
    check: Check::Exchange(check),
    fix: Some(Tree::remove),
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let Body::Result(result) = &exchange.message.body else { return };
    let lists = match exchange.method {
        Some(method) => method.ends_with("/list"),
        None => result.kind != ResultKind::ToolCall,
    };
    if !lists {
        return;
    }
    if let Some(cursor) = result.raw.get("nextCursor").filter(retort_core::Raw::is_blank) {
        let message = format!("`nextCursor` is {}", quoted(&cursor));
        findings.add(format!("{}/nextCursor", result.pointer()), message);
    }
}
