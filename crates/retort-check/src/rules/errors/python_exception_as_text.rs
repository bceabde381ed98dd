//! `python-exception-as-text`: an error is told in words, and not as Python prints an exception.

use super::words;
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR007",
    name: "python-exception-as-text",
    severity: Severity::Hint,
    profiles: &[Profile::Mcp],
    summary: "An error is told in words, and not as Python prints an exception.",
    why: "`KeyError('id')` is what a program says to its author. Quotes, class names and escapes of another \
          language are noise to everybody else, and a model may copy them into its next call.",
    remedy: "Send the exception's message, with the value that it is about, in place of its `repr`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Could not read the report: KeyError('total')"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Could not read the report: it has no column `total`."}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some((pointer, text)) = call.failure() else { return };
    if let Some(at) = words::exception_repr(text) {
        let shown = shortened(text.get(at..).unwrap_or_default());
        findings.add(pointer, format!("the error holds what Python prints for an exception: {shown}"));
    }
}
