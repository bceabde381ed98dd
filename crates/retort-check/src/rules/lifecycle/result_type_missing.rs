//! `result-type-missing`: a result says of which type it is.

use retort_core::{Kind, Revision};

use crate::finding::Findings;
use crate::repair::{Edits, Fix, string};
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;

pub(super) const RULE: Rule = Rule {
    id: "LIF021",
    name: "result-type-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2026_07_28..=Revision::V2026_07_28,
    summary: "A result has a `resultType`.",
    why: "It must be there: by it a client tells a result that is complete from one that asks for more.",
    remedy: "Add `\"resultType\": \"complete\"`, or `\"input_required\"` where the server needs something before it \
             can go on.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "hello"}], "resultType": "complete"}}"#,
    source: "https://modelcontextprotocol.io/specification/2026-07-28/basic#resulttype",
    check: Check::Exchange(check),
    fix: Some(Fix::safe(repaired)),
    ..Rule::COMMON
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    // What answers `initialize` belongs to an older revision.
    if exchange.method == Some("initialize") {
        return;
    }
    // A bare payload has nothing of a result, which is told by itself.
    let Some(result) = exchange.result().filter(|result| !result.pointer().is_empty()) else { return };
    let told = result.result_type.is_some() || result.raw.get("resultType").is_some();
    if result.raw.kind() == Kind::Object && !told {
        findings.add(result.pointer(), "There is no resultType");
    }
}

fn repaired(edits: &mut Edits, pointer: &str) {
    let Some(result) = edits.get(pointer) else { return };
    let name = if result.get("inputRequests").is_some() { "input_required" } else { "complete" };
    edits.set(pointer, "resultType", &string(name));
}
