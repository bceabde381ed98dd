//! `list-cursor-repeats`: a `nextCursor` of the protocol is not the cursor that was asked with.

use retort_core::Body;

use crate::finding::{Findings, quoted};
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "PAG013",
    name: "list-cursor-repeats",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "A `nextCursor` of the protocol is not the cursor that was asked with.",
    why: "A client that lists everything never comes to the end: it asks for the same page again, for ever.",
    remedy: "Return the cursor of the next page, and none on the last.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "resources/list", "params": {"cursor": "p2"}}
{"jsonrpc": "2.0", "id": 1, "result": {"resources": [{"uri": "memo://1", "name": "memo 1"}], "nextCursor": "p2"}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "resources/list", "params": {"cursor": "p2"}}
{"jsonrpc": "2.0", "id": 1, "result": {"resources": [{"uri": "memo://1", "name": "memo 1"}], "nextCursor": "p3"}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination",
    check: Check::Exchange(check),
    fix: None,
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let (Some(method), Body::Result(result)) = (exchange.method, &exchange.message.body) else { return };
    if !method.ends_with("/list") {
        return;
    }
    let asked = exchange.params.and_then(|params| params.get("cursor"));
    let told = result.raw.get("nextCursor").filter(|cursor| !cursor.is_blank());
    if let (Some(asked), Some(told)) = (asked, told)
        && asked.to_plain() == told.to_plain()
    {
        findings.add(
            format!("{}/nextCursor", result.pointer()),
            format!("{} was asked with and is told again", quoted(&told)),
        );
    }
}
