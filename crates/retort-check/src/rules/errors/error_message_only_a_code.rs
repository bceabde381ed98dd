//! `error-message-only-a-code`: the message of an error is more than a code.

use super::words;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR003",
    name: "error-message-only-a-code",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp],
    summary: "The message of an error is more than a code.",
    why: "A code means something to those who have the server's source. A model and its user have only the \
          message.",
    remedy: "Keep the code and add a sentence that says what went wrong and what to do.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "E_4031"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "E_4031: this project is archived; unarchive it before adding tasks."}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if let Some((pointer, text)) = call.failure()
        && call.document().is_none()
        && words::is_code(text.trim())
    {
        findings.add(pointer, format!("{} is all that the error says", text.trim()));
    }
}
