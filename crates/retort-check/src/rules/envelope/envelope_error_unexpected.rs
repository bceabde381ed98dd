//! `envelope-error-unexpected`: only a failure has an `error`.

use retort_core::ResponseType;

use super::schema::{envelope, response_type};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV020",
    name: "envelope-error-unexpected",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "Only a failure has an `error`.",
    why: "An `error` in a response that calls itself a success is overlooked by some and stops others.",
    remedy: "Call the response an `error`; or leave `error` out, or null.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"action\", \"data\": {\"messageId\": \"987654321\", \"channelId\": \"123456789\"}, \"status\": \"success\", \"message\": \"Message sent successfully\", \"error\": {\"code\": \"RATE_LIMITED\", \"message\": \"Try again later\"}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"action\", \"data\": {\"messageId\": \"987654321\", \"channelId\": \"123456789\"}, \"status\": \"success\", \"message\": \"Message sent successfully\", \"error\": null}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(envelope) = envelope(call) else { return };
    let Some(kind) = response_type(envelope).filter(|kind| *kind != ResponseType::Error) else { return };
    let status = envelope.get("status").map(|status| status.to_plain().into_owned());
    if matches!(status.as_deref(), Some("error" | "partial")) {
        return;
    }
    if let Some(error) = envelope.get("error").filter(|error| !error.is_blank()) {
        findings.add_in(
            call,
            "/error",
            format!("A response of type `{}` has an `error`: {}", kind.name(), quoted(&error)),
        );
    }
}
