//! `invisible-characters`: a text holds no characters that nobody sees.

use crate::call::Call;
use crate::finding::Findings;
use crate::marks::MarkKind;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "SAF004",
    name: "invisible-characters",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "A text holds no characters that nobody sees.",
    why: "They split words so that a search or a filter misses them, and can carry a message that only a model \
          reads.",
    remedy: "Remove zero-width characters that stand inside words or in rows. Joiners in emoji and in scripts \
          that need them are not meant.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The pass\u200bword was reset."}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The password was reset."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    call.marks().report(MarkKind::Invisible, findings, |mark| format!("{}, stands at byte {}", mark.what, mark.at));
}
