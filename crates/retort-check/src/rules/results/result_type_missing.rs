//! `result-type-missing`: a result has a `resultType`.

use retort_core::{Body, Kind, OddityKind, Revision};

use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::session::Exchange;
use crate::tree::Tree;

pub(super) const RULE: Rule = Rule {
    id: "RES053",
    name: "result-type-missing",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2026_07_28..=Revision::V2026_07_28,
    summary: "A result has a `resultType`.",
    why: "Since revision 2026-07-28 servers must say whether a result is complete or asks for something; clients tell \
          by it how to read the rest.",
    remedy: "Add `\"resultType\": \"complete\"`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", "content": [{"type": "text", "text": "It is 22 degrees."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2026-07-28/schema#result",
    check: Check::Exchange(check),
    fix: Some(|message, pointer| {
        if let Some(members) = message.at(pointer).and_then(Tree::members)
            && !members.iter().any(|(key, _)| key == "resultType" || key == "task" || key == "inputRequests")
        {
            members.insert(0, ("resultType".to_owned(), Tree::string("complete")));
        }
    }),
};

fn check(exchange: &Exchange<'_>, findings: &mut Findings<'_>) {
    let Body::Result(result) = &exchange.message.body else { return };
    let is_bare = exchange.message.oddities.iter().any(|oddity| oddity.kind == OddityKind::BarePayload);
    let says = result.result_type.is_some() || result.member("resultType").is_some();
    if !is_bare && !says && result.raw.kind() == Kind::Object {
        findings.add(result.pointer(), "the result does not say whether it is complete");
    }
}
