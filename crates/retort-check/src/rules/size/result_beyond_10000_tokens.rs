//! `result-beyond-10000-tokens`: a result costs no more than about 10,000 tokens.

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::long::{filled, text};

pub(super) const RULE: Rule = Rule {
    id: "SIZ002",
    name: "result-beyond-10000-tokens",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "A result costs no more than about 10,000 tokens.",
    why: "A few such results fill the window of a model, and what stood there before is forgotten. The user \
          pays for each of them, with every turn.",
    remedy: "Page through the list, leave out fields that nobody asked for, or send a summary and a link to the \
          rest.",
    bad: BAD,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The report has 4,000 lines; ask for a range with `from` and `to`."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Call(check),
    ..Rule::COMMON
};

static REPORT: [u8; 43_000] = filled(
    r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": ""#,
    "One more line of the report, as long as the others are.\\n",
    r#"The end."}]}}"#,
);
const BAD: &str = text(&REPORT);

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let tokens = call.tokens();
    if tokens > 10_000 && tokens <= 25_000 {
        findings.add(&call.payload().origin.pointer, format!("the result costs about {tokens} tokens"));
    }
}
