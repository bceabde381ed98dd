//! `resource-text-not-string`: the `text` of an embedded resource is a string.

use retort_core::Kind;

use super::repair;
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::repair::Fix;
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "RES039",
    name: "resource-text-not-string",
    severity: Severity::Error,
    profiles: &[Profile::Mcp],
    summary: "The `text` of an embedded resource is a string.",
    why: "Strict clients refuse the whole result; others show `[object Object]`.",
    remedy: "Encode the value as JSON into the string.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "weather://vienna", "mimeType": "application/json", "text": {"temperature": 22.5}}}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "resource", "resource": {"uri": "weather://vienna", "mimeType": "application/json", "text": "{\"temperature\": 22.5}"}}]}}"#,
    source: "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#embedded-resources",
    check: Check::Call(check),
    fix: Some(Fix::guess(repair::make_text)),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    for parts in call.parts() {
        if let Some(text) = parts.in_resource("text").filter(|text| text.kind() != Kind::String) {
            findings.add(format!("{}/resource/text", parts.block.pointer()), format!("{} is no string", quoted(text)));
        }
    }
}
