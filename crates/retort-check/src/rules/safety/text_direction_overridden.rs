//! `text-direction-overridden`: a text does not turn its own direction around.

use crate::call::Call;
use crate::finding::Findings;
use crate::marks::MarkKind;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "SAF006",
    name: "text-direction-overridden",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "A text does not turn its own direction around.",
    why: "After an override, letters are shown in another order than they stand: `exe.gpj` reads as `jpg.exe`, \
          and code does something else than it seems to.",
    remedy: "Remove U+202D and U+202E, and close every direction that is opened. Text in Arabic or Hebrew does \
          not need them.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The file is photo\u202egnp.exe"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The file is photoexe.png"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    call.marks().report(MarkKind::Direction, findings, |mark| format!("{}, stands at byte {}", mark.what, mark.at));
}
