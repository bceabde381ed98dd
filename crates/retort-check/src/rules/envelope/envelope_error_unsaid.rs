//! `envelope-error-unsaid`: an error says in words what went wrong.

use retort_core::{Kind, Raw};

use super::schema::envelope;
use crate::call::Call;
use crate::finding::Findings;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV021",
    name: "envelope-error-unsaid",
    severity: Severity::Warning,
    profiles: &[Profile::Envelope],
    summary: "An error says in words what went wrong.",
    why: "A code alone tells people nothing, and a model cannot do better the next time.",
    remedy: "Add `error.message`.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"error\": {\"code\": \"PERMISSION_DENIED\"}}"}], "isError": true}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\", \"error\": {\"code\": \"PERMISSION_DENIED\", \"message\": \"You do not have permission to send messages in this channel\", \"details\": {}}}"}], "isError": true}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Unified Error Handling\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(envelope) = envelope(call) else { return };
    let Some(error) = envelope.get("error").filter(|error| error.kind() == Kind::Object) else { return };
    let is_unsaid = |message: Option<Raw>| message.is_none_or(|message| message.is_blank());
    if is_unsaid(error.get("message")) && is_unsaid(envelope.get("message")) && envelope.knows_all() {
        findings.add_in(call, "/error", "Neither `error` nor the envelope has a `message`");
    }
}
