//! `priority-out-of-range`: the `priority` of a block is a number from 0 to 1.

use retort_core::Kind;

use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES042",
    name: "priority-out-of-range",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "The `priority` of a block is a number from 0 to 1.",
    why: "Clients sort and drop blocks by it: 1 must be shown, 0 may be left away. A number outside says neither, and \
          strict clients refuse the result.",
    remedy: "Send a number from 0 to 1.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees.", "annotations": {"priority": 5}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees.", "annotations": {"priority": 0.5}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#annotations",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for parts in call.parts() {
        let Some(priority) = parts.get("annotations").and_then(|annotations| annotations.get("priority")) else {
            continue;
        };
        let number = priority.as_str().parse::<f64>().ok().filter(|_| priority.kind() == Kind::Number);
        if !number.is_some_and(|number| (0.0..=1.0).contains(&number)) {
            let pointer = format!("{}/annotations/priority", parts.block.pointer());
            findings.add(pointer, format!("{} is no number from 0 to 1", quoted(&priority)));
        }
    }
}
