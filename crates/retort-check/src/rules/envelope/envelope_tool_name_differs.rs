//! `envelope-tool-name-differs`: the `toolName` of an envelope is the tool that was called.

use super::schema::envelope;
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV004",
    name: "envelope-tool-name-differs",
    severity: Severity::Warning,
    profiles: &[Profile::Envelope],
    summary: "The `toolName` of an envelope is the tool that was called.",
    why: "What goes by the name treats the response as that of another tool.",
    remedy: "Take the name from the call.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "discord_get_user_info", "arguments": {"userId": "123456789"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_guilds\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "discord_get_user_info", "arguments": {"userId": "123456789"}}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Required Fields\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let (Some(envelope), Some(tool)) = (envelope(call), call.tool.as_deref()) else { return };
    let Some(name) = envelope.get("toolName") else { return };
    let Some(text) = name.to_text().filter(|text| !text.trim().is_empty()) else { return };
    // A gateway may have put the name of the server before that of the tool.
    if text != tool && !tool.ends_with(text.as_ref()) {
        findings.add_in(call, "/toolName", format!("`toolName` is {}, and `{tool}` was called", quoted(&name)));
    }
}
