//! The generic envelope: its own five examples, and what it says of itself.

use retort_core::{Envelope, ResponseType};
use serde_json::{Value, json};

use crate::{envelope, schema};

fn examples() -> [Value; 5] {
    [
        json!({
            "toolName": "discord_list_channels",
            "responseType": "list",
            "data": [{ "id": "123456789", "name": "general", "type": "text" }],
            "pagination": { "offset": 0, "limit": 50, "hasMore": true, "nextOffset": 50 },
            "summary": { "total": 150, "returned": 50, "hasMore": true },
        }),
        json!({
            "toolName": "discord_get_user_info",
            "responseType": "single",
            "data": { "id": "123456789", "username": "user123", "discriminator": "0001", "avatar": "https://..." },
        }),
        json!({
            "toolName": "discord_send_message",
            "responseType": "action",
            "data": { "messageId": "987654321", "channelId": "123456789", "timestamp": "2024-01-01T12:00:00Z" },
            "status": "success",
            "message": "Message sent successfully",
        }),
        json!({
            "toolName": "mcp_list_tools",
            "responseType": "tool_catalog",
            "data": [{
                "name": "discord_read_channel",
                "description": "Read messages from a Discord channel...",
                "schema": {},
            }],
        }),
        json!({
            "toolName": "discord_send_message",
            "responseType": "error",
            "status": "error",
            "message": "Failed to send message",
            "error": {
                "code": "PERMISSION_DENIED",
                "message": "You do not have permission to send messages in this channel",
                "details": {},
            },
        }),
    ]
}

#[test]
fn its_examples_fit_the_schema() {
    examples().iter().for_each(schema::assert_valid);
}

#[test]
fn its_examples_are_read_as_they_are() {
    let types: Vec<ResponseType> = examples()
        .iter()
        .map(|example| {
            // As a payload, inside a text, and as structured content.
            let text = crate::text_result(&example.to_string());
            let structured = json!({ "content": [], "structuredContent": example }).to_string();
            for sent in [example.to_string(), text, structured] {
                let mut read = serde_json::from_str::<Value>(&Envelope::read(sent, None).to_json()).unwrap();
                read.as_object_mut().unwrap().remove("metadata");
                assert_eq!(&read, example);
            }
            Envelope::read(example.to_string(), None).response_type()
        })
        .collect();
    assert_eq!(
        types,
        [
            ResponseType::List,
            ResponseType::Single,
            ResponseType::Action,
            ResponseType::ToolCatalog,
            ResponseType::Error
        ]
    );
}

#[test]
fn unknown_fields_pass_through_at_every_level() {
    for sent in [
        json!({
            "toolName": "t", "responseType": "error", "status": "error", "message": "m", "x": [1],
            "error": { "message": "m", "x": 2 },
            "summary": { "total": 9, "x": 4 },
            "metadata": { "x": 5 },
        }),
        json!({ "toolName": "t", "responseType": "list", "data": [], "pagination": { "limit": 5, "x": 3 } }),
    ] {
        assert_eq!(envelope(sent.to_string(), "t"), sent);
    }
}

#[test]
fn values_that_do_not_fit_are_kept() {
    let sent = json!({
        "toolName": "t", "responseType": "list", "data": [], "status": "queued",
        "pagination": { "offset": "later", "limit": 0, "nextOffset": "abc" },
        "summary": { "total": "many" },
    });
    let kept = json!({
        "toolName": "t", "responseType": "list", "data": [], "pagination": { "nextOffset": "abc" },
        "metadata": {
            "status": "queued", "pagination": { "offset": "later", "limit": 0 }, "summary": { "total": "many" },
        },
    });
    assert_eq!(envelope(sent.to_string(), "t"), kept);
    schema::assert_valid(&kept);
}

#[test]
fn what_an_agent_of_n8n_answers_is_taken_out_of_its_items() {
    let items: Vec<Value> = examples().into_iter().map(|example| json!({ "output": example })).collect();
    for (item, example) in items.iter().zip(examples()) {
        assert_eq!(envelope(json!([item]).to_string(), example["toolName"].as_str().unwrap()), example);
        assert_eq!(envelope(item.to_string(), example["toolName"].as_str().unwrap()), example);
    }
    let reading = retort_core::read(json!(items).to_string());
    let read: Vec<Value> = reading
        .responses()
        .map(|message| serde_json::from_str(&Envelope::from_message(message, None).to_json()).unwrap())
        .collect();
    assert_eq!(read, examples());
}

#[test]
fn what_a_tool_returns_inside_a_server_names_it() {
    let sent = json!({ "content": "{\"results\": [{\"id\": 1}]}", "metadata": { "tool": "search_docs", "ms": 7 } });
    let read = serde_json::from_str::<Value>(&Envelope::read(sent.to_string(), None).to_json()).unwrap();
    assert_eq!(read["toolName"], "search_docs");
    assert_eq!(read["data"], json!([{ "id": 1 }]));
    assert_eq!(read["metadata"]["result"]["metadata"], sent["metadata"], "nothing is lost");
}

#[test]
fn no_field_is_written_twice() {
    let sent = json!({
        "toolName": {}, "responseType": "error", "status": "weird", "message": 5, "metadata": [1],
        "error": { "message": 6, "code": {} }, "data": "text",
    });
    let written = Envelope::read(sent.to_string(), None).to_json();
    let members = retort_core::Raw::parse(written.clone()).unwrap();
    let mut keys: Vec<String> = members.members().map(|(key, _)| key.into_owned()).collect();
    keys.sort();
    let mut once = keys.clone();
    once.dedup();
    assert_eq!(keys, once, "{written}");
}

#[test]
fn the_three_patterns_of_pages_are_known() {
    let page = |payload: Value| envelope(crate::text_result(&payload.to_string()), "list_things");
    let offset = page(json!({ "items": [1, 2], "offset": 4, "limit": 2, "hasMore": true }));
    assert_eq!(offset["pagination"], json!({ "offset": 4, "limit": 2, "hasMore": true, "nextOffset": 6 }));
    let cursor = page(json!({ "items": [1, 2], "before": "10", "after": "20", "hasMore": true }));
    assert_eq!(cursor["pagination"]["before"], "10");
    assert_eq!(cursor["pagination"]["after"], "20");
    let summary = page(json!({ "items": [1, 2], "total": 5 }));
    assert_eq!(summary["summary"], json!({ "total": 5, "returned": 2, "hasMore": true }));
}
