//! `terminal-colours`: a text sets no colours of a terminal.

use super::colours::without_colours;
use retort_core::Raw;

use crate::call::Call;
use crate::finding::Findings;
use crate::marks::MarkKind;
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "SAF001",
    name: "terminal-colours",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "A text sets no colours of a terminal.",
    why: "Only a terminal takes the sequence for a colour. Everything else shows it as `[31m` in the middle of \
          a word, and a model reads it as part of the text.",
    remedy: "Turn colours off in the program whose output is sent: `--color=never`, `NO_COLOR=1`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "2 tests passed, \u001b[31m1 failed\u001b[0m"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "2 tests passed, 1 failed"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations",
    check: Check::Call(check),
    fix: Some(Fix::guess(without_colours)),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if is_asked_for(call) {
        return;
    }
    call.marks().report(MarkKind::Colour, findings, |mark| format!("{} stands at byte {}", mark.what, mark.at));
}

/// Whether an argument of the call turns colours on.
fn is_asked_for(call: &Call<'_>) -> bool {
    let turns_on = |name: &str, value: &Raw| {
        let name = name.to_ascii_lowercase();
        let says_no = ["false", "never", "no", "none", "off", "0", "", "null"];
        ["color", "colour", "ansi"].iter().any(|word| name.contains(word))
            && !says_no.contains(&value.to_plain().to_ascii_lowercase().as_str())
    };
    call.arguments().is_some_and(|arguments| arguments.members().any(|(name, value)| turns_on(&name, &value)))
}
