//! `block-annotations-not-object`: the `annotations` of a block are an object.

use retort_core::Kind;

use super::repair;
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES041",
    name: "block-annotations-not-object",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "The `annotations` of a block are an object.",
    why: "A member that may be missing is still not allowed to be null or a list: strict clients refuse the whole \
          result because of it.",
    remedy: "Send an object with `audience`, `priority` or `lastModified`, or leave the member away.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees.", "annotations": null}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees.", "annotations": {"audience": ["user"]}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#annotations",
    check: Check::Call(check),
    fix: Some(Fix::safe(repair::remove_null)),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for parts in call.parts() {
        if let Some(annotations) = parts.get("annotations").filter(|annotations| annotations.kind() != Kind::Object) {
            let pointer = format!("{}/annotations", parts.block.pointer());
            findings.add(pointer, format!("{} is no object", quoted(annotations)));
        }
    }
}
