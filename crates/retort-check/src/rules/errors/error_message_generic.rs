//! `error-message-generic`: the message of an error is about this failure.

use super::words;
use crate::call::Call;
use crate::finding::{Findings, shortened};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ERR004",
    name: "error-message-generic",
    severity: Severity::Warning,
    profiles: &[Profile::Mcp, Profile::Omni],
    summary: "The message of an error is about this failure.",
    why: "\"Something went wrong\" is true of every failure. A model cannot tell a wrong argument from a \
          server that is down, and so it cannot choose between another call and giving up.",
    remedy: "Say what failed, with which value, and whether trying again can help.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "Something went wrong."}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "The weather service did not answer within 10 seconds; try again in a minute."}], "isError": true}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some((pointer, text)) = call.failure() else { return };
    let message = match (call.document(), call.envelope().error()) {
        (Some(_), Some(error)) if call.error().is_none() => error.message.as_str(),
        _ => text,
    };
    if words::is_generic(message) {
        findings.add(pointer, format!("the error says no more than this: {}", shortened(message.trim())));
    }
}
