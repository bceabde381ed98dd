//! `result-beyond-25000-tokens`: a result costs no more than about 25,000 tokens.

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::long::{filled, text};

pub(super) const RULE: Rule = Rule {
    id: "SIZ001",
    name: "result-beyond-25000-tokens",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "A result costs no more than about 25,000 tokens.",
    why: "Common clients refuse or cut results beyond this, in the middle of JSON and with no way to get the \
          rest.",
    remedy: "Page through the list, leave out fields that nobody asked for, or send a summary and a link to the \
          rest.",
    bad: BAD,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The report has 4,000 lines; ask for a range with `from` and `to`."}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result",
    check: Check::Call(check),
    ..Rule::COMMON
};

static REPORT: [u8; 104_002] = filled(
    r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": ""#,
    "One more line of the report, as long as the others are.\\n",
    r#"The end."}]}}"#,
);
const BAD: &str = text(&REPORT);

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let tokens = call.tokens();
    if tokens > 25_000 {
        findings.add(&call.payload().origin.pointer, format!("the result costs about {tokens} tokens"));
    }
}
