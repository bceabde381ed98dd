//! `error-without-message`: an error says what went wrong.

use retort_core::{Kind, ResultKind};

use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR002",
    name: "error-without-message",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "An error says what went wrong.",
    why: "A model that learns only that a call failed can neither mend its arguments nor tell the user why; it \
          tries the same again.",
    remedy: "Put a sentence into the content: what went wrong, with which value, and what would work.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": ""}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The city Atlantis is not known; try another spelling."}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    if let Some(result) = call.result().filter(|result| result.is_error && result.kind == ResultKind::ToolCall) {
        let silent = result.structured.is_none()
            && call.payload().attachments.is_empty()
            && call.texts().all(|(_, text)| text.trim().is_empty());
        if silent && call.document().is_none() {
            findings.add(result.pointer(), "the result has `isError` and says nothing");
        }
    }
    if let Some(error) = call.error() {
        let is_blank = |message: &retort_core::Raw| message.kind() == Kind::String && message.is_blank();
        if error.raw.get("message").is_some_and(|message| is_blank(&message)) {
            findings.add("/error/message", "the message of the error is empty");
        }
    }
}
