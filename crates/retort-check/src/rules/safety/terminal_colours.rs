//! `terminal-colours`: a text sets no colours of a terminal.

use super::colours::without_colours;
use crate::call::Call;
use crate::finding::Findings;
use crate::marks::MarkKind;
use crate::rule::{ALWAYS, Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "SAF001",
    name: "terminal-colours",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    revisions: ALWAYS,
    summary: "A text sets no colours of a terminal.",
    why: "Only a terminal takes the sequence for a colour. Everything else shows it as `[31m` in the middle of \
          a word, and a model reads it as part of the text.",
    remedy: "Turn colours off in the program whose output is sent: `--color=never`, `NO_COLOR=1`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "2 tests passed, \u001b[31m1 failed\u001b[0m"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "2 tests passed, 1 failed"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations",
    check: Check::Call(check),
    fix: Some(without_colours),
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    call.marks().report(MarkKind::Colour, findings, |mark| format!("{} stands at byte {}", mark.what, mark.at));
}
