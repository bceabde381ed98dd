//! `object-without-text`: a value in a text is written out.

use crate::call::Call;
use crate::finding::Findings;
use crate::marks::MarkKind;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "TXT015",
    name: "object-without-text",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "A value in a text is written out.",
    why: "`[object Object]` is all that is left when an object is joined to a text. The data was there and is \
          lost.",
    remedy: "Encode the value as JSON, or write the members that matter into the sentence.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The weather in Oslo: [object Object]"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The weather in Oslo: 4 degrees and rain"}]}}"#,
    source: "Omni, \"UI shows [object Object]\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    call.marks().report(MarkKind::ObjectName, findings, |mark| format!("{} stands at byte {}", mark.what, mark.at));
}
