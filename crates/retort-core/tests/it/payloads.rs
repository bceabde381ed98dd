//! Unwrapping, and whether text and structured content agree.

use retort_core::{Agreement, Content, Message, Payload, read};
use serde_json::json;

use crate::{envelope, text_result};

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
fn rows_in_the_only_fence_are_the_data_and_the_prose_is_said() {
    let rows = r#"[{"id":1},{"id":2}]"#;
    for (sent, said) in [
        (format!("Here are the users:\n\n```json\n{rows}\n```"), "Here are the users:"),
        (format!("```json\n{rows}\n```\n\nAsk for more."), "Ask for more."),
        (format!("Found 2:\r\n```\r\n{rows}\r\n```\r\nThat is all."), "Found 2:\nThat is all."),
        (format!("Rows:\n  ```JSON\n  {rows}\n  ```\n"), "Rows:"),
    ] {
        let found = payload(&text(&sent));
        assert_eq!((json_of(&found).as_deref(), found.said.as_deref()), (Some(rows), Some(said)), "{sent}");
        assert_eq!(envelope(text(&sent).to_string(), "find_users")["responseType"], "list");
    }
    let in_object = "Found:\n```json\n{\"users\": [{\"id\": 1}], \"total\": 1}\n```";
    assert_eq!(envelope(text(in_object).to_string(), "find_users")["responseType"], "list");
    for page in [
        format!("# Usage\n\n```json\n{rows}\n```"),
        format!("Send\n```json\n{rows}\n```\nand get\n```json\n{rows}\n```"),
        format!("See [the page](https://a.example):\n```json\n{rows}\n```"),
        format!("In Rust:\n```rust\n{rows}\n```"),
        format!("Inline ```json\n{rows}\n```"),
        "Put this into your settings:\n```json\n{\"servers\": {\"a\": {}}}\n```".to_owned(),
        format!("Rows:\n```json\n{rows}\n```\n{}", "x ".repeat(2000)),
    ] {
        assert_eq!(json_of(&payload(&text(&page))), None, "{page}");
    }
}

#[test]
fn a_message_in_a_string_is_read() {
    let inner =
        json!({ "jsonrpc": "2.0", "id": 4, "result": { "content": [{ "type": "text", "text": "{\"a\":1}" }] } });
    let sent = json!(inner.to_string());
    assert_eq!(json_of(&payload(&sent)).as_deref(), Some(r#"{"a":1}"#));
    assert_eq!(envelope(sent.to_string(), "get_it")["data"], json!({ "a": 1 }));
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

#[test]
fn structured_content_that_repeats_the_text_adds_nothing() {
    let agreed = |blocks: serde_json::Value, structured: serde_json::Value| {
        let payload = payload(&json!({ "content": blocks, "structuredContent": structured }));
        (payload.agreement, payload.said)
    };
    let text = |text: &str| json!({ "type": "text", "text": text });
    let wrapped = (Agreement::Wrapped, None);
    let told = |said: &str| (Agreement::Prose, Some(said.to_owned()));
    assert_eq!(agreed(json!([text("a\nb"), text("c")]), json!({ "result": ["a\nb", "c"] })), wrapped);
    assert_eq!(agreed(json!([text("a"), text("b")]), json!({ "result": ["b", "a"] })), told("a\nb"));
    let block = json!({ "type": "text", "text": "# A", "annotations": null });
    assert_eq!(agreed(json!([text("# A")]), json!({ "result": [block] })), wrapped);
    let remarked = json!({ "type": "text", "text": "# A", "annotations": { "priority": 1 } });
    assert_eq!(agreed(json!([text("# A")]), json!({ "result": [remarked] })), told("# A"));
    assert_eq!(agreed(json!([text("x y")]), json!({ "path": "a", "content": "x y" })), wrapped);
    assert_eq!(agreed(json!([text("x y")]), json!({ "id": 1, "message": "x y" })), told("x y"));
    assert_eq!(agreed(json!([text("x y")]), json!({ "id": 1, "state": "x y" })), told("x y"));
    let image =
        |title: serde_json::Value| json!({ "type": "image", "data": "AA==", "mimeType": "image/png", "x": title });
    assert_eq!(agreed(json!([image(json!(null))]), json!({ "result": [image(json!(null))] })), wrapped);
}

#[test]
fn a_result_inside_a_result_is_read_and_noted() {
    let inner = json!({ "content": [{ "type": "text", "text": "{\"a\": 1}" }], "isError": false }).to_string();
    let found = payload(&text(&inner));
    assert_eq!(json_of(&found).as_deref(), Some("{\"a\": 1}"));
    assert_eq!(found.oddities.iter().map(|oddity| oddity.kind.id()).collect::<Vec<_>>(), ["nested-result"]);
    let mut deep = inner;
    for _ in 0..8 {
        deep = json!({ "content": [{ "type": "text", "text": deep }] }).to_string();
    }
    assert!(json_of(&payload(&text(&deep))).is_some_and(|json| json.contains("content")));
    for other in [
        json!({ "content": [{ "type": "text", "text": "x" }], "id": 1 }),
        json!({ "content": [{ "type": "text", "text": "x", "_meta": { "a": 1 } }] }),
        json!({ "content": "x" }),
        json!({ "content": [] }),
    ] {
        assert_eq!(json_of(&payload(&text(&other.to_string()))), Some(other.to_string()), "{other}");
    }
}

#[test]
fn names_that_every_row_would_repeat_stay_beside_the_rows() {
    let rows = vec![serde_json::json!([0]); 20_000];
    let sent = serde_json::json!({ "columns": ["c".repeat(100_000)], "rows": rows }).to_string();
    let written = envelope(text_result(&sent), "query").to_string();
    assert!(written.len() < 8 * sent.len(), "{} of {}", written.len(), sent.len());
    assert!(written.contains(&"c".repeat(100_000)));
    let table =
        format!("<table><tr><th>{}</th></tr>{}</table>", "c".repeat(100_000), "<tr><td>0</td></tr>".repeat(5_000));
    let written = envelope(text_result(&table), "query").to_string();
    assert!(written.len() < 8 * table.len(), "{} of {}", written.len(), table.len());
}

#[test]
fn what_is_said_around_a_result_and_inside_it_is_kept() {
    let filling = " lorem ipsum dolor".repeat(40);
    let inner = format!("S{filling} INNER:\n[{{\"a\":1}},{{\"a\":2}}]\n{filling} BELOW");
    let blocks = serde_json::json!([{ "type": "text", "text": inner }]);
    let written = envelope(text_result(&format!("OUTER:\n{blocks}")), "find").to_string();
    for word in ["OUTER", "INNER", "BELOW"] {
        assert!(written.contains(word), "{word}: {written}");
    }
    let resource = serde_json::json!({
        "uri": "x:y", "mimeType": "application/json", "text": format!("S{filling} FOUND:\n[{{\"a\":1}},{{\"a\":2}}]"),
    });
    let blocks = [
        serde_json::json!({ "type": "text", "text": "hello" }),
        serde_json::json!({ "type": "resource", "resource": resource }),
    ];
    let written = envelope(serde_json::json!({ "content": blocks }).to_string(), "find").to_string();
    assert!(written.contains("FOUND") && written.contains("hello"), "{written}");
}
