//! What the client Omni extracts, and what it shows.

use retort_core::{Format, Message, Tone, read};
use serde_json::{Value, json};

use crate::text_result;

fn message(sent: &Value) -> Message {
    read(sent.to_string()).into_first()
}

fn text(text: &str) -> Message {
    read(text_result(text)).into_first()
}

#[test]
fn extraction() {
    let output = |sent: Value| message(&sent).outcome().output;
    let block = |text: &str| json!({ "type": "text", "text": text });
    assert_eq!(output(json!({ "content": [block("Your actual content here")] })), "Your actual content here");
    assert_eq!(output(json!({ "content": { "text": "Your actual content here" } })), "Your actual content here");
    assert_eq!(output(json!({ "content": [block("one"), block("two")] })), "one\ntwo");
    let image = json!({ "type": "image", "data": "AAAA", "mimeType": "image/png" });
    let mixed = output(json!({ "content": [block("look"), image] }));
    let (first, second) = mixed.split_once('\n').unwrap();
    assert_eq!(first, "look");
    assert_eq!(serde_json::from_str::<Value>(second).unwrap(), image);
    assert_eq!(output(json!({ "content": "just a string" })), "just a string");
    assert_eq!(output(json!({ "content": 7 })), "7");
    assert_eq!(serde_json::from_str::<Value>(&output(json!({ "temp": 21 }))).unwrap(), json!({ "temp": 21 }));
    assert_eq!(output(json!({ "content": [], "structuredContent": { "a": 1 } })), r#"{"a":1}"#);
    assert_eq!(output(json!({ "content": [block("text wins")], "structuredContent": { "a": 1 } })), "text wins");
    assert_eq!(output(json!({ "content": [] })), "");
}

#[test]
fn success_and_failure() {
    let success = |sent: Value| message(&sent).outcome().success;
    let block = |text: &str| json!([{ "type": "text", "text": text }]);
    assert!(success(json!({ "content": block("fine") })));
    assert!(!success(json!({ "content": block("fine"), "isError": true })));
    assert!(!success(json!({ "content": block("Error: Invalid API key.") })));
    assert!(!success(json!({ "content": block("{\"success\": false, \"message\": \"no\"}") })));
    assert!(!success(json!({ "content": block("{\"error\": \"API key invalid\", \"code\": \"AUTH_ERROR\"}") })));
    assert!(!success(json!({ "jsonrpc": "2.0", "id": 1, "error": { "code": -32603, "message": "no" } })));
    assert!(success(json!({ "content": block("{\"error\": null, \"data\": [1]}") })));
    assert!(success(json!({ "content": block("No errors found") })));
}

#[test]
fn the_nine_formats() {
    let results = r#"{"results": [{"title": "Result Title", "url": "https://example.com", "description": "Description text",
        "image": "https://example.com/image.jpg", "author": "Author Name", "date": "2024-01-01"}]}"#;
    let table = r#"[{"name": "John", "age": 30, "city": "NYC"}, {"name": "Jane", "age": 25, "city": "LA"}]"#;
    let markdown = "# Heading\n\nThis is **bold** and this is *italic*\n\n- List item 1\n- List item 2\n";
    for (sent, format) in [
        (results, Format::SearchResults),
        (table, Format::Table),
        (r#"{"key": "value", "nested": {"data": "here"}}"#, Format::Json),
        (markdown, Format::Markdown),
        ("name,age,city\nJohn,30,NYC\nJane,25,LA\n", Format::Csv),
        ("Name: John Doe\nEmail: john@example.com\nStatus: Active\n", Format::KeyValue),
        ("https://example.com\nhttps://another-example.com\n", Format::UrlList),
        ("Error: Something went wrong\nFailed to process request\n", Format::Error),
        ("Just plain text content here\n", Format::PlainText),
    ] {
        assert_eq!(text(sent).detect().format, format, "{sent}");
    }
}

#[test]
fn search_example() {
    let payload = json!({
        "results": [
            { "title": "Klaviyo Email Marketing", "url": "https://klaviyo.com", "description": "Email marketing platform", "image": "https://example.com/logo.png" },
            { "title": "Klaviyo Docs", "url": "https://developers.klaviyo.com", "description": "Developer documentation" },
        ],
        "total": 2,
    });
    let message = text(&payload.to_string());
    assert!(message.outcome().success);
    assert_eq!(message.outcome().output, payload.to_string());
    assert_eq!(message.detect().format, Format::SearchResults);
}

#[test]
fn status_example() {
    let message = text("✅ Campaign created successfully! Campaign ID: camp_123");
    let found = message.detect();
    assert_eq!((found.format, found.tone), (Format::PlainText, Tone::Success));
    assert!(message.outcome().success);
}

#[test]
fn table_example() {
    let message = text(
        r#"[{"email": "user1@example.com", "status": "subscribed", "tags": 2},
            {"email": "user2@example.com", "status": "unsubscribed", "tags": 0},
            {"email": "user3@example.com", "status": "subscribed", "tags": 5}]"#,
    );
    let found = message.detect();
    assert_eq!(found.format, Format::Table);
    let retort_core::Facts::Rows { rows, columns, pointer } = found.facts else { panic!("rows") };
    let columns: Vec<(&str, &str)> = columns.iter().map(|column| (column.name.as_str(), column.kind.name())).collect();
    assert_eq!((rows, pointer.as_str()), (3, ""));
    assert_eq!(columns, [("email", "text"), ("status", "text"), ("tags", "integer")]);
}

#[test]
fn error_example() {
    let message = text("Error: Invalid API key. Please check your Klaviyo API credentials.");
    assert!(!message.outcome().success);
    assert_eq!((message.detect().format, message.detect().tone), (Format::Error, Tone::Error));
}

#[test]
fn markdown_example() {
    let message = text(
        "\n# Campaign Summary\n\n## Metrics\n- **Sent:** 1,000 emails\n- **Opens:** 450 (45%)\n- **Clicks:** 123 (12.3%)\n\n\
         ## Top Links\n1. Product Page - 45 clicks\n2. Blog Post - 32 clicks\n3. Contact Us - 20 clicks\n",
    );
    assert_eq!(message.detect().format, Format::Markdown);
    assert!(message.outcome().success);
}

#[test]
fn what_it_advises() {
    let format = |payload: Value| text(&payload.to_string()).detect().format;
    assert_eq!(format(json!({ "status": "success", "data": { "results": [{ "a": 1 }], "count": 10 } })), Format::Table);
    assert_eq!(
        format(json!({ "success": true, "message": "Operation completed successfully", "data": {} })),
        Format::Json
    );
    assert_eq!(format(json!({ "date": "2024-01-01T12:00:00Z" })), Format::Json);
    assert_eq!(format(json!({ "results": [{ "a": 1 }], "total": 100, "page": 1, "per_page": 10 })), Format::Table);
    let error =
        json!({ "error": "API key invalid", "code": "AUTH_ERROR", "details": "The provided API key does not exist" });
    assert_eq!(format(error.clone()), Format::Error);
    let envelope = crate::envelope(text_result(&error.to_string()), "t");
    assert_eq!(
        envelope["error"],
        json!({ "message": "API key invalid", "code": "AUTH_ERROR", "details": "The provided API key does not exist" })
    );
}

#[test]
fn rows_with_other_keys_are_no_table() {
    assert_eq!(text(r#"[{"a": 1, "b": 2}, {"a": 3, "b": 4}]"#).detect().format, Format::Table);
    assert_eq!(text(r#"[{"a": 1}, {"b": 2}]"#).detect().format, Format::Json);
}
