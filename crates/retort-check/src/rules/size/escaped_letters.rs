//! `escaped-letters`: letters in JSON stand as they are, and not as escapes.

use crate::call::Call;
use crate::finding::Findings;
use crate::marks::MarkKind;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "SIZ007",
    name: "escaped-letters",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "Letters in JSON stand as they are, and not as escapes.",
    why: "`\\u0434` is six characters for one. A text in Russian, Greek or Chinese costs several times as many \
          tokens, and nobody can read it in a log.",
    remedy: "Encode with `ensure_ascii=False` in Python, and the like elsewhere.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"\\u0433\\u043e\\u0440\\u043e\\u0434\": \"\\u041e\\u0441\\u043b\\u043e\", \"\\u043f\\u043e\\u0433\\u043e\\u0434\\u0430\": \"\\u0434\\u043e\\u0436\\u0434\\u044c \\u0438 \\u0441\\u0438\\u043b\\u044c\\u043d\\u044b\\u0439 \\u0437\\u0430\\u043f\\u0430\\u0434\\u043d\\u044b\\u0439 \\u0432\\u0435\\u0442\\u0435\\u0440\"}, {\"\\u0433\\u043e\\u0440\\u043e\\u0434\": \"\\u0411\\u0435\\u0440\\u0433\\u0435\\u043d\", \"\\u043f\\u043e\\u0433\\u043e\\u0434\\u0430\": \"\\u0434\\u043e\\u0436\\u0434\\u044c \\u0438 \\u0441\\u0438\\u043b\\u044c\\u043d\\u044b\\u0439 \\u0437\\u0430\\u043f\\u0430\\u0434\\u043d\\u044b\\u0439 \\u0432\\u0435\\u0442\\u0435\\u0440\"}, {\"\\u0433\\u043e\\u0440\\u043e\\u0434\": \"\\u0422\\u0440\\u043e\\u043c\\u0441\\u0451\", \"\\u043f\\u043e\\u0433\\u043e\\u0434\\u0430\": \"\\u0434\\u043e\\u0436\\u0434\\u044c \\u0438 \\u0441\\u0438\\u043b\\u044c\\u043d\\u044b\\u0439 \\u0437\\u0430\\u043f\\u0430\\u0434\\u043d\\u044b\\u0439 \\u0432\\u0435\\u0442\\u0435\\u0440\"}]"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "[{\"город\": \"Осло\", \"погода\": \"дождь и сильный западный ветер\"}, {\"город\": \"Берген\", \"погода\": \"дождь и сильный западный ветер\"}, {\"город\": \"Тромсё\", \"погода\": \"дождь и сильный западный ветер\"}]"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Call(check),
    ..Rule::COMMON
};

/// Some escapes are for characters that nobody can type.
const FEWEST: u32 = 40;
const ESCAPE: usize = "\\u0000".len();

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let marks = call.marks();
    let count = marks.count(MarkKind::Escaped);
    if count < FEWEST {
        return;
    }
    let Some(first) = marks.of(MarkKind::Escaped).next() else { return };
    let length: usize = call.texts().map(|(_, text)| text.len()).sum();
    // Where escapes are rare, they cost little.
    if length > 0 && count as usize * ESCAPE * 5 > length {
        let share = (count as usize * ESCAPE * 100 / length).min(100);
        findings.add(first.pointer.clone(), format!("{count} letters are escapes, {share} % of the text"));
    }
}
