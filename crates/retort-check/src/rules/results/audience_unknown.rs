//! `audience-unknown`: the `audience` of a block is an array of `user` and `assistant`.

use retort_core::{Kind, Raw};

use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES043",
    name: "audience-unknown",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "The `audience` of a block is an array of `user` and `assistant`.",
    why: "Clients show a block only to those whom it names. Whom they do not know gets nothing, and strict clients \
          refuse the result.",
    remedy: "Send `[\"user\"]`, `[\"assistant\"]` or both.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees.", "annotations": {"audience": "user"}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees.", "annotations": {"audience": ["user"]}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#annotations",
    check: Check::Call(check),
    fix: Some(Fix::guess(|edits, pointer| {
        if edits.is(pointer, "\"user\"") || edits.is(pointer, "\"assistant\"") {
            edits.wrap(pointer, "[", "]");
        }
    })),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for parts in call.parts() {
        let Some(audience) = parts.get("annotations").and_then(|annotations| annotations.get("audience")) else {
            continue;
        };
        let is_role = |item: &Raw| matches!(item.as_str(), "\"user\"" | "\"assistant\"");
        if audience.kind() != Kind::Array || !audience.items().all(|item| is_role(&item)) {
            let pointer = format!("{}/annotations/audience", parts.block.pointer());
            findings.add(pointer, format!("{} is no array of `user` and `assistant`", quoted(&audience)));
        }
    }
}
