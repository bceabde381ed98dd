//! `control-characters`: a text holds no control characters but line ends and tabs.

use crate::call::Call;
use crate::finding::Findings;
use crate::marks::MarkKind;
use crate::rule::{Check, Profile, Rule, Severity};
use crate::rules::text::sign_of_binary;

pub(super) const RULE: Rule = Rule {
    id: "SAF003",
    name: "control-characters",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "A text holds no control characters but line ends and tabs.",
    why: "Backspaces hide what stands before them, a NUL ends the text for programs written in C, and bells \
          ring. Parsers, logs and databases differ in what they make of the rest.",
    remedy: "Remove control characters, or send the data as what it is: a resource with a mime type.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "N\bNA\bAM\bME\bE"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "NAME"}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#security-considerations",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    // A file that is sent as a text is told as that.
    if call.texts().any(|(_, text)| sign_of_binary(text).is_some()) {
        return;
    }
    call.marks().report(MarkKind::Control, findings, |mark| format!("{} stands at byte {}", mark.what, mark.at));
}
