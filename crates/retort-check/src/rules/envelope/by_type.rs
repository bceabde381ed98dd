//! What the type of a response asks of the other fields of its envelope.

use retort_core::{Kind, ResponseType};

use super::schema::{envelope, response_type};
use crate::finding::quoted;
use crate::rule::{Check, Profile, Rule, Severity};

/// The rows.
pub(in crate::rules) const ROWS: &[Rule] = &[
    Rule {
        id: "ENV008",
        name: "envelope-list-not-array",
        profiles: &[Profile::Envelope],
        summary: "The `data` of a list or a catalogue of tools is an array.",
        why: "What processes lists goes through their items, and finds none in an object.",
        remedy: "Send the items as `data` itself, and what stands beside them as `pagination`, `summary` or `metadata`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": {\"channels\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}]}, \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
        check: Check::Call(|call, findings| {
            let Some(envelope) = envelope(call) else { return };
            let lists = matches!(response_type(envelope), Some(ResponseType::List | ResponseType::ToolCatalog));
            if lists && envelope.get("data").is_some_and(|data| data.kind() == Kind::Object) {
                findings.add_in(call, "/data", "The response is a list, and `data` is an object");
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV009",
        name: "envelope-single-not-object",
        profiles: &[Profile::Envelope],
        summary: "The `data` of a single item or an action is an object.",
        why: "What processes a single item takes its fields by name, and an array has none.",
        remedy: "Send the item itself, or call the response a `list`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": [{\"id\": \"123456789\", \"username\": \"user123\"}]}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
        check: Check::Call(|call, findings| {
            let Some(envelope) = envelope(call) else { return };
            let Some(kind @ (ResponseType::Single | ResponseType::Action)) = response_type(envelope) else { return };
            if envelope.get("data").is_some_and(|data| data.kind() == Kind::Array) {
                findings.add_in(
                    call,
                    "/data",
                    format!("The response is of type `{}`, and `data` is an array", kind.name()),
                );
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV019",
        name: "envelope-error-missing",
        profiles: &[Profile::Envelope],
        summary: "A response of type `error` has an `error`.",
        why: "What handles failures reads the code and the message there.",
        remedy: "Add `\"error\": {\"code\": …, \"message\": …}`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\"}"}], "isError": true}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\", \"error\": {\"code\": \"PERMISSION_DENIED\", \"message\": \"You do not have permission to send messages in this channel\", \"details\": {}}}"}], "isError": true}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Unified Error Handling\"",
        check: Check::Call(|call, findings| {
            let Some(envelope) = envelope(call).filter(|envelope| envelope.knows_all()) else { return };
            let is_missing = envelope.get("error").is_none_or(|error| error.kind() == Kind::Null);
            if is_missing && response_type(envelope) == Some(ResponseType::Error) {
                findings.add_in(call, "", "The response is an error and has no `error`");
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV023",
        name: "envelope-status-contradicts",
        profiles: &[Profile::Envelope],
        summary: "The `status` of an envelope agrees with its `responseType`.",
        why: "One reader goes by the status, another by the type; where they disagree, one of them goes wrong.",
        remedy: "Give an error the status `error`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"success\", \"message\": \"Failed to send message\", \"error\": {\"code\": \"PERMISSION_DENIED\", \"message\": \"You do not have permission to send messages in this channel\", \"details\": {}}}"}], "isError": true}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\", \"error\": {\"code\": \"PERMISSION_DENIED\", \"message\": \"You do not have permission to send messages in this channel\", \"details\": {}}}"}], "isError": true}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Unified Error Handling\"",
        check: Check::Call(|call, findings| {
            let Some(envelope) = envelope(call) else { return };
            let Some(status) = envelope.get("status").filter(|status| status.as_str() == r#""success""#) else {
                return;
            };
            if response_type(envelope) == Some(ResponseType::Error) {
                findings.add_in(
                    call,
                    "/status",
                    format!("The response is an error, and `status` is {}", quoted(&status)),
                );
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV024",
        name: "envelope-action-without-status",
        severity: Severity::Warning,
        profiles: &[Profile::Envelope],
        summary: "An action has a `status`.",
        why: "An action is done for its effect; the status is the quick way to see whether it took place.",
        remedy: "Add `\"status\": \"success\"`, `\"partial\"` or `\"error\"`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"action\", \"data\": {\"messageId\": \"987654321\", \"channelId\": \"123456789\"}, \"message\": \"Message sent successfully\"}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"action\", \"data\": {\"messageId\": \"987654321\", \"channelId\": \"123456789\"}, \"status\": \"success\", \"message\": \"Message sent successfully\"}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
        check: Check::Call(|call, findings| {
            let Some(envelope) = envelope(call).filter(|envelope| envelope.knows_all()) else { return };
            let is_missing = envelope.get("status").is_none_or(|status| status.kind() == Kind::Null);
            if is_missing && response_type(envelope) == Some(ResponseType::Action) {
                findings.add_in(call, "", "The response is an action and has no `status`");
            }
        }),
        ..Rule::COMMON
    },
];
