//! The fourteen Discord tools that the envelope was designed for.

use serde_json::Value;

use crate::{envelope, lines, schema};

/// Whether `found` has at least the members of `expected`.
fn has(expected: &Value, found: &Value) -> bool {
    match expected {
        Value::Object(members) => members.iter().all(|(key, value)| has(value, &found[key])),
        expected => expected == found,
    }
}

#[test]
fn every_tool_has_its_envelope() {
    let cases = lines("fixtures/discord.jsonl");
    assert_eq!(cases.len(), 14);
    for case in cases {
        let tool = case["tool"].as_str().unwrap();
        let envelope = envelope(case["result"].to_string(), tool);
        schema::assert_valid(&envelope);
        assert_eq!(envelope["toolName"], tool);
        for (key, expected) in case["expect"].as_object().unwrap() {
            let holds = match key.as_str() {
                "rows" => envelope["data"].as_array().map(|rows| rows.len() as u64) == expected.as_u64(),
                key => has(expected, &envelope[key]),
            };
            assert!(holds, "{tool}: {key} is not {expected} in {envelope:#}");
        }
    }
}

#[test]
fn a_failure_is_an_error_with_its_code() {
    let sent = r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "MCP error -32603: Failed to read channel: Error: Unknown Channel"}}"#;
    let envelope = envelope(sent, "discord_read_channel");
    assert_eq!(envelope["responseType"], "error");
    assert_eq!(envelope["status"], "error");
    assert_eq!(envelope["error"]["code"], -32603);
    assert_eq!(envelope["error"]["message"], "Failed to read channel: Error: Unknown Channel");
}

#[test]
fn a_list_that_was_cut_keeps_the_warning() {
    let payload = serde_json::json!({
        "totalChannels": 900, "offset": 0, "limit": 500, "hasMore": true, "channels": [{ "id": "1" }],
        "warning": "Response was cut", "originalCount": 500, "returnedCount": 1,
    });
    let envelope = envelope(crate::text_result(&payload.to_string()), "discord_list_channels");
    assert_eq!(envelope["summary"]["total"], 900);
    assert_eq!(envelope["summary"]["returned"], 1);
    assert_eq!(envelope["metadata"]["warning"], "Response was cut");
    assert_eq!(envelope["metadata"]["originalCount"], 500);
}
