//! `last-modified-malformed`: the `lastModified` of a block is a date of ISO 8601.

use retort_core::Revision;

use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES044",
    name: "last-modified-malformed",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    revisions: Revision::V2025_06_18..=Revision::V2026_07_28,
    summary: "The `lastModified` of a block is a date of ISO 8601.",
    why: "Clients sort by it and show how old something is; other ways of writing a date are read differently from \
          place to place, or not at all.",
    remedy: "Write it like `2025-01-12T15:00:58Z`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees.", "annotations": {"lastModified": "12.01.2025"}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "It is 22 degrees.", "annotations": {"lastModified": "2025-01-12T15:00:58Z"}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/schema#annotations",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for parts in call.parts() {
        let Some(date) = parts.get("annotations").and_then(|annotations| annotations.get("lastModified")) else {
            continue;
        };
        if !date.to_text().is_some_and(|date| is_date(date.as_bytes())) {
            let pointer = format!("{}/annotations/lastModified", parts.block.pointer());
            findings.add(pointer, format!("{} is not like `2025-01-12T15:00:58Z`", quoted(&date)));
        }
    }
}

/// Whether it starts with a day, and goes on with a time if at all.
fn is_date(text: &[u8]) -> bool {
    let (day, rest) = text.split_at(text.len().min(10));
    let shape = b"0000-00-00";
    let is_day = day.len() == shape.len()
        && day.iter().zip(shape).all(|(byte, sign)| if *sign == b'0' { byte.is_ascii_digit() } else { byte == sign });
    let is_time = |time: &[u8]| {
        time.len() >= 5
            && time.iter().all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b'Z' | b'+' | b'-'))
    };
    is_day && (rest.is_empty() || rest.strip_prefix(b"T").is_some_and(is_time))
}
