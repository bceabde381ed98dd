//! The fields of an envelope, each for itself: that it is there, and what the schema lets it be. The schema is that of Retort's own
//! types, so that a row has to name nothing but the field.

use retort_core::Kind;

use super::schema::{envelope, report};
use crate::rule::{Check, Profile, Rule};

/// The rows.
pub(in crate::rules) const ROWS: &[Rule] = &[
    Rule {
        id: "ENV002",
        name: "envelope-tool-name-missing",
        profiles: &[Profile::Envelope],
        summary: "An envelope has `toolName`.",
        why: "Responses of many tools pass through one place; this field tells whose they are.",
        remedy: "Add the name of the tool that was called.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Required Fields\"",
        check: Check::Call(|call, findings| {
            if envelope(call).is_some_and(|envelope| envelope.get("toolName").is_none() && envelope.knows_all()) {
                findings.add_in(call, "", "The envelope has no `toolName`");
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV003",
        name: "envelope-tool-name-not-string",
        profiles: &[Profile::Envelope],
        summary: "The `toolName` of an envelope is a string.",
        why: "The name is compared with names.",
        remedy: "Send the name as a string that is not empty.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": 7, \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Required Fields\"",
        check: Check::Call(|call, findings| {
            report(call, findings, "toolName", &[]);
            let name = envelope(call).and_then(|envelope| envelope.get("toolName"));
            if name.is_some_and(|name| name.kind() == Kind::String && name.is_blank()) {
                findings.add_in(call, "/toolName", "`toolName` is empty");
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV005",
        name: "envelope-response-type-missing",
        profiles: &[Profile::Envelope],
        summary: "An envelope has `responseType`.",
        why: "It says what stands in `data`. Without it nothing can be processed by its kind.",
        remedy: "Add one of `list`, `single`, `action`, `tool_catalog` and `error`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Required Fields\"",
        check: Check::Call(|call, findings| {
            if envelope(call).is_some_and(|envelope| envelope.get("responseType").is_none() && envelope.knows_all()) {
                findings.add_in(call, "", "The envelope has no `responseType`");
            }
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV006",
        name: "envelope-response-type-unknown",
        profiles: &[Profile::Envelope],
        summary: "The `responseType` of an envelope is `list`, `single`, `action`, `tool_catalog` or `error`.",
        why: "A sixth word belongs to no branch of what processes the response.",
        remedy: "Use one of the five.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"object\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Required Fields\"",
        check: Check::Call(|call, findings| {
            report(call, findings, "responseType", &[]);
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV007",
        name: "envelope-data-scalar",
        profiles: &[Profile::Envelope],
        summary: "The `data` of an envelope is an array or an object.",
        why: "What processes the response walks through items or fields; a bare value has neither.",
        remedy: "Put the value under a name: `{\"text\": …}`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": \"user123\"}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"username\": \"user123\"}}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
        check: Check::Call(|call, findings| {
            report(call, findings, "data", &[]);
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV010",
        name: "envelope-pagination-not-object",
        profiles: &[Profile::Envelope],
        summary: "The `pagination` of an envelope is an object, or null.",
        why: "The next page is found through its members.",
        remedy: "Send an object, or leave the field out.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": \"next page: 50\", \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
        check: Check::Call(|call, findings| {
            report(call, findings, "pagination", &[]);
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV011",
        name: "envelope-cursor-value",
        profiles: &[Profile::Envelope],
        summary: "The `hasMore` of a pagination is a boolean, `nextOffset` a number or a string, `before` and `after` are \
          strings.",
        why: "The strings \"no\" and \"false\" are true to most programs, and a cursor that is no string is not sent \
          back as it came.",
        remedy: "Send the types that the schema names, or null.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": \"yes\", \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
        check: Check::Call(|call, findings| {
            report(call, findings, "pagination", &["hasMore", "nextOffset", "before", "after"]);
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV012",
        name: "envelope-offset-value",
        profiles: &[Profile::Envelope],
        summary: "The `offset` of a pagination is a number from 0 on, and its `limit` one from 1 on.",
        why: "The next page is computed from both: a limit of 0 asks for the same page for ever.",
        remedy: "Send the numbers that the page was made with.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 0, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
        check: Check::Call(|call, findings| {
            report(call, findings, "pagination", &["offset", "limit"]);
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV013",
        name: "envelope-summary-not-object",
        profiles: &[Profile::Envelope],
        summary: "The `summary` of an envelope is an object, or null.",
        why: "Totals are read from its members.",
        remedy: "Send `{\"total\": …, \"returned\": …}`, or leave the field out.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": 150}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
        check: Check::Call(|call, findings| {
            report(call, findings, "summary", &[]);
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV014",
        name: "envelope-summary-value",
        profiles: &[Profile::Envelope],
        summary: "The `total` and `returned` of a summary are numbers from 0 on, and `hasMore` is a boolean.",
        why: "Totals are compared and added; a text cannot be.",
        remedy: "Send the number alone.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": \"150 channels\", \"returned\": 1, \"hasMore\": true}}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_list_channels\", \"responseType\": \"list\", \"data\": [{\"id\": \"123456789\", \"name\": \"general\", \"type\": \"text\"}], \"pagination\": {\"offset\": 0, \"limit\": 1, \"hasMore\": true, \"nextOffset\": 1}, \"summary\": {\"total\": 150, \"returned\": 1, \"hasMore\": true}}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
        check: Check::Call(|call, findings| {
            report(call, findings, "summary", &["total", "returned", "hasMore"]);
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV015",
        name: "envelope-status-unknown",
        profiles: &[Profile::Envelope],
        summary: "The `status` of an envelope is `success`, `error` or `partial`.",
        why: "Failures are told by comparing the status with these words.",
        remedy: "Use one of the three. A status of the thing itself, such as `online`, belongs into `data`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"action\", \"data\": {\"messageId\": \"987654321\", \"channelId\": \"123456789\"}, \"status\": \"ok\", \"message\": \"Message sent successfully\"}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"action\", \"data\": {\"messageId\": \"987654321\", \"channelId\": \"123456789\"}, \"status\": \"success\", \"message\": \"Message sent successfully\"}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
        check: Check::Call(|call, findings| {
            report(call, findings, "status", &[]);
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV016",
        name: "envelope-message-not-string",
        profiles: &[Profile::Envelope],
        summary: "The `message` of an envelope is a string.",
        why: "It is shown to people as it stands.",
        remedy: "Send one sentence, and put data into `data`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"action\", \"data\": {\"messageId\": \"987654321\", \"channelId\": \"123456789\"}, \"status\": \"success\", \"message\": {\"text\": \"Message sent successfully\"}}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"action\", \"data\": {\"messageId\": \"987654321\", \"channelId\": \"123456789\"}, \"status\": \"success\", \"message\": \"Message sent successfully\"}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
        check: Check::Call(|call, findings| {
            report(call, findings, "message", &[]);
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV017",
        name: "envelope-error-not-object",
        profiles: &[Profile::Envelope],
        summary: "The `error` of an envelope is an object with `code`, `message` and `details`.",
        why: "The code decides what is done about the failure, and a bare text has none.",
        remedy: "Send `{\"code\": …, \"message\": …}`.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\", \"error\": \"PERMISSION_DENIED\"}"}], "isError": true}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\", \"error\": {\"code\": \"PERMISSION_DENIED\", \"message\": \"You do not have permission to send messages in this channel\", \"details\": {}}}"}], "isError": true}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Unified Error Handling\"",
        check: Check::Call(|call, findings| {
            report(call, findings, "error", &[]);
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV018",
        name: "envelope-error-value",
        profiles: &[Profile::Envelope],
        summary: "The `code` of an error is a string or a number, its `message` a string, its `details` an object or a \
          string.",
        why: "The message is shown, and the code is compared; a value of another type can be neither.",
        remedy: "Send the types that the schema names, or null.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\", \"error\": {\"code\": \"PERMISSION_DENIED\", \"message\": [\"You do not have permission\"], \"details\": {}}}"}], "isError": true}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_send_message\", \"responseType\": \"error\", \"status\": \"error\", \"message\": \"Failed to send message\", \"error\": {\"code\": \"PERMISSION_DENIED\", \"message\": \"You do not have permission to send messages in this channel\", \"details\": {}}}"}], "isError": true}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
        check: Check::Call(|call, findings| {
            report(call, findings, "error", &["code", "message", "details"]);
        }),
        ..Rule::COMMON
    },
    Rule {
        id: "ENV022",
        name: "envelope-metadata-not-object",
        profiles: &[Profile::Envelope],
        summary: "The `metadata` of an envelope is an object, or null.",
        why: "What is kept there is looked up by name.",
        remedy: "Send an object, or leave the field out.",
        bad: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}, \"metadata\": [\"v1\"]}"}]}}"#,
        good: r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "{\"toolName\": \"discord_get_user_info\", \"responseType\": \"single\", \"data\": {\"id\": \"123456789\", \"username\": \"user123\"}, \"metadata\": {\"cached\": true}}"}]}}"#,
        source: "Generic MCP Response Parser Schema Design, \"Optional Fields\"",
        check: Check::Call(|call, findings| {
            report(call, findings, "metadata", &[]);
        }),
        ..Rule::COMMON
    },
];
