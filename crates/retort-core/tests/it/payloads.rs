//! Unwrapping, and whether text and structured content agree.

use retort_core::{Agreement, Content, Message, Payload, read};
use serde_json::json;

fn payload(sent: &serde_json::Value) -> Payload {
    read(sent.to_string()).into_first().payload()
}

fn json_of(payload: &Payload) -> Option<String> {
    match &payload.content {
        Content::Json(document) => Some(document.raw().to_json()),
        _ => None,
    }
}

fn text(text: &str) -> serde_json::Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}

#[test]
fn json_is_found_in_text_however_it_is_wrapped() {
    let json = r#"{"a":1}"#;
    let once = json!(json).to_string();
    let twice = json!(once).to_string();
    for wrapped in [
        json.to_owned(),
        format!("\u{feff}\n {json}\n"),
        once,
        twice,
        format!("```json\n{json}\n```"),
        format!("```\n{json}\n```\n"),
        format!("```JSON\r\n{json}\r\n```"),
    ] {
        assert_eq!(json_of(&payload(&text(&wrapped))).as_deref(), Some(json), "{wrapped}");
    }
}

#[test]
fn what_is_not_json_stays_text() {
    for plain in [
        "",
        "hello",
        "42",
        "true",
        "\"a string\"",
        "{not json}",
        "{\"cut\": [1, 2",
        "```json\nnot json\n```",
        "see ```json\n{}\n```",
    ] {
        assert_eq!(json_of(&payload(&text(plain))), None, "{plain}");
    }
}

#[test]
fn no_content_is_nothing_whatever_the_result_says_of_itself() {
    for marks in [json!({}), json!({ "resultType": "complete", "isError": false, "ttlMs": 0, "_meta": { "a": 1 } })] {
        let mut result = marks;
        result["content"] = json!([]);
        let payload = payload(&json!({ "jsonrpc": "2.0", "id": 1, "result": result }));
        assert!(matches!(payload.content, Content::Nothing), "{result}");
    }
}

#[test]
fn several_blocks_make_one_payload() {
    let block = |text: &str| json!({ "type": "text", "text": text });
    let rows = payload(&json!({ "content": [block(r#"{"a":1}"#), block(r#"{"a":2}"#)] }));
    assert_eq!(json_of(&rows).as_deref(), Some(r#"[{"a":1},{"a":2}]"#));
    let remark = payload(&json!({ "content": [block("Found one:"), block(r#"{"a":1}"#)] }));
    assert_eq!(json_of(&remark).as_deref(), Some(r#"{"a":1}"#));
    assert_eq!(remark.said.as_deref(), Some("Found one:"));
    let lines = payload(&text("{\"a\":1}\n{\"a\":2}\n"));
    assert_eq!(json_of(&lines).as_deref(), Some(r#"[{"a":1},{"a":2}]"#));
}

#[test]
fn agreement_is_known() {
    let agreement = |text: &str, structured: serde_json::Value| {
        payload(&json!({ "content": [{ "type": "text", "text": text }], "structuredContent": structured })).agreement
    };
    assert_eq!(agreement(r#"{"b": [1.0, 2], "a": "é"}"#, json!({ "a": "é", "b": [1, 2] })), Agreement::Same);
    assert_eq!(agreement("[1,2]", json!({ "result": [1, 2] })), Agreement::Wrapped);
    assert_eq!(agreement("hello", json!({ "result": "hello" })), Agreement::Wrapped);
    assert_eq!(agreement(r#"{"a": 1}"#, json!({ "result": [{ "a": 1 }] })), Agreement::Wrapped);
    assert_eq!(agreement(r#"{"a": 1}"#, json!({ "result": [{ "a": 1 }, { "a": 1 }] })), Agreement::Differs);
    assert_eq!(agreement("It is warm.", json!({ "temp": 21 })), Agreement::Prose);
    assert_eq!(agreement(r#"{"a": 1}"#, json!({ "a": 2 })), Agreement::Differs);
    assert_eq!(payload(&text("{}")).agreement, Agreement::Alone);
}

#[test]
fn neither_text_nor_structured_content_is_lost_where_they_differ() {
    let sent = json!({ "content": [{ "type": "text", "text": "{\"a\": 1}" }], "structuredContent": { "b": 2 } });
    let envelope = crate::envelope(sent.to_string(), "get_thing");
    assert_eq!(envelope["data"], json!({ "a": 1 }));
    assert_eq!(envelope["metadata"]["structuredContent"], json!({ "b": 2 }));
    let prose = json!({ "content": [{ "type": "text", "text": "It is warm." }], "structuredContent": { "temp": 21 } });
    let envelope = crate::envelope(prose.to_string(), "get_weather");
    assert_eq!(envelope["data"], json!({ "temp": 21 }));
    assert_eq!(envelope["message"], "It is warm.");
}

#[test]
fn the_outcome_of_a_message_is_the_output_of_its_blocks() {
    let message: Message = read(text("hello").to_string()).into_first();
    assert_eq!(message.outcome().output, "hello");
}
