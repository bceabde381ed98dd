//! `envelope-entry-without-name`: every item of a catalogue of tools has a `name`.

use retort_core::{Kind, ResponseType};

use super::schema::{envelope, response_type};
use crate::call::Call;
use crate::finding::{Findings, quoted};
use crate::rule::{Check, Profile, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "ENV029",
    name: "envelope-entry-without-name",
    severity: Severity::Error,
    profiles: &[Profile::Envelope],
    summary: "Every item of a catalogue of tools has a `name`.",
    why: "A tool is called by its name; an entry without one cannot be called.",
    remedy: "Send the entries as `tools/list` has them: `name`, `description` and the schema.",
    bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"mcp_list_tools\", \"responseType\": \"tool_catalog\", \"data\": [{\"description\": \"Read messages from a Discord channel\", \"schema\": {\"type\": \"object\"}}]}"}]}}"#,
    good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"mcp_list_tools\", \"responseType\": \"tool_catalog\", \"data\": [{\"name\": \"discord_read_channel\", \"description\": \"Read messages from a Discord channel\", \"schema\": {\"type\": \"object\"}}]}"}]}}"#,
    source: "Generic MCP Response Parser Schema Design, \"Tool Catalog Response\"",
    check: Check::Call(check),
    ..Rule::COMMON
};

fn check(call: &Call<'_>, findings: &mut Findings<'_>) {
    let Some(envelope) = envelope(call) else { return };
    if response_type(envelope) != Some(ResponseType::ToolCatalog) {
        return;
    }
    let Some(data) = envelope.get("data") else { return };
    for (index, entry) in data.items().enumerate() {
        let name = entry.get("name");
        if !name.is_some_and(|name| name.kind() == Kind::String && !name.is_blank()) {
            findings.add_in(call, format!("/data/{index}"), format!("This tool has no name: {}", quoted(&entry)));
        }
    }
}
