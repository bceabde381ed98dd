//! Where payloads came from: every value of a payload is found again at the place that its origin names, whatever stands around
//! it.

use retort_core::{Carrier, Content, Interpretation, Message, Pointer, Raw, read};
use serde_json::{Value, json};

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn message(content: &Value) -> Message {
    read(json!({"jsonrpc": "2.0", "id": 1, "result": {"content": content}}).to_string()).into_first()
}

/// What a text at a pointer of the message says, or the value there.
fn at(message: &Message, pointer: &Pointer) -> Raw {
    pointer.find(&Raw::parse(message.sent.as_str()).unwrap()).unwrap()
}

/// The value at a place: inside the JSON of a text, where that is said.
fn value_at(read: &Interpretation<'_>, path: &str) -> Option<Value> {
    let place = read.place(&path.parse().unwrap());
    let found = at(read.message(), &place.pointer);
    let found = match place.within {
        None => found,
        Some(within) => {
            let text = found.to_text().unwrap();
            let bytes = read.payload().origin.bytes.clone().unwrap_or(0..text.len());
            within.find(&Raw::parse(&text[bytes])?)?
        }
    };
    serde_json::from_str(found.as_str()).ok()
}

const ROWS: &str = r#"{"rows": [{"id": 1}, {"id": 2}], "a/b": {"~": "x"}}"#;

#[test]
fn the_text_and_its_bytes_are_known() {
    let fenced = format!("```json\n{ROWS}\n```");
    let padded = format!(" \u{feff}\n{ROWS}  \n");
    let prose = format!("Here they are:\n\n{ROWS}\n\nThat is all.");
    for sent in [ROWS, &fenced, &padded, &prose] {
        let message = message(&json!([text(sent)]));
        let read = Interpretation::of(&message);
        let origin = &read.payload().origin;
        assert_eq!((origin.carrier, origin.pointer.as_str()), (Carrier::Block(0), "/result/content/0/text"), "{sent}");
        assert_eq!((&sent[origin.bytes.clone().unwrap()], origin.is_verbatim), (ROWS, true), "{sent}");
        assert_eq!(value_at(&read, "/rows/1/id"), Some(json!(2)), "{sent}");
        assert_eq!(value_at(&read, "/a~1b/~0"), Some(json!("x")), "{sent}");
        let list = read.main_list().unwrap();
        let bytes = read.payload().bytes_of(&list.raw()).unwrap();
        assert_eq!(&sent[bytes], r#"[{"id": 1}, {"id": 2}]"#, "{sent}");
    }
}

#[test]
fn what_is_spelled_in_another_way_is_not_verbatim() {
    let python = "Found:\n[{'id': 1}, {'id': None}]\nDone.";
    let twice = Raw::string(ROWS).to_json();
    let lines = "{\"id\": 1}\n{\"id\": 2}\n";
    for (sent, bytes) in [(python, "[{'id': 1}, {'id': None}]"), (&twice, &twice), (lines, lines.trim_end())] {
        let message = message(&json!([text("Two:"), text(sent)]));
        let payload = message.payload();
        assert_eq!((payload.origin.carrier, payload.origin.is_verbatim), (Carrier::Block(1), false), "{sent}");
        assert_eq!(&sent[payload.origin.bytes.clone().unwrap()], bytes, "{sent}");
        let Content::Json(document) = &payload.content else { panic!("{sent}") };
        assert_eq!(payload.bytes_of(document.raw()), None, "{sent}");
    }
}

#[test]
fn each_block_of_a_list_has_its_own_place() {
    let message = message(&json!([text(r#"{"id": 1}"#), text(r#" {"id": 2, "tags": ["x"]}"#), text("[3]")]));
    let read = Interpretation::of(&message);
    let origin = &read.payload().origin;
    assert_eq!((origin.carrier, origin.pointer.as_str()), (Carrier::Blocks, "/result/content"));
    let place = read.place(&"/1/tags/0".parse().unwrap());
    assert_eq!((place.pointer.as_str(), place.within.as_deref()), ("/result/content/1/text", Some("/tags/0")));
    assert_eq!(read.place(&"/7".parse().unwrap()).pointer, "/result/content/7");
}

#[test]
fn values_are_where_they_were_sent() {
    let cases = [
        // The payload, what carries it, where that is, and a value in it.
        (json!({"content": [], "structuredContent": {"a": [1]}}), Carrier::Structured, "/structuredContent", "/a/0"),
        (
            json!({"content": [text("It is 1.")], "structuredContent": {"a": [1]}}),
            Carrier::Structured,
            "/structuredContent",
            "/a/0",
        ),
        (json!({"content": [{"type": "text", "text": {"a": [1]}}]}), Carrier::Block(0), "/content/0/text", "/a/0"),
        (
            json!({"content": [{"type": "image", "data": "AAAA", "mimeType": "1"}]}),
            Carrier::Block(0),
            "/content/0",
            "/mimeType",
        ),
        (json!({"content": {"text": {"a": [1]}}}), Carrier::Block(0), "/content/text", "/a/0"),
        (
            json!({"toolResult": {"content": [], "structuredContent": {"a": 1}}}),
            Carrier::Structured,
            "/toolResult/structuredContent",
            "/a",
        ),
        (json!({"a": [1]}), Carrier::Result, "", "/a/0"),
        (json!({"resultType": "complete", "answer": 1}), Carrier::Result, "", "/answer"),
        (
            json!([{"output": {"toolName": "t", "responseType": "single", "data": {"a": 1}}}]),
            Carrier::Result,
            "/0/output",
            "/data/a",
        ),
    ];
    for (result, carrier, pointer, path) in cases {
        let sent = json!({"jsonrpc": "2.0", "id": 1, "result": result}).to_string();
        let message = read(sent.as_str()).into_first();
        let read = Interpretation::of(&message);
        let origin = &read.payload().origin;
        assert_eq!(
            (origin.carrier, &*origin.pointer, &origin.bytes),
            (carrier, &*format!("/result{pointer}"), &None),
            "{sent}"
        );
        assert!(matches!(value_at(&read, path), Some(Value::Number(_) | Value::String(_))), "{sent}");
    }
}

#[test]
fn errors_and_bare_payloads_have_places_too() {
    let error =
        read(r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "no", "data": {"why": 7}}}"#).into_first();
    let error = Interpretation::of(&error);
    assert_eq!((error.payload().origin.carrier, value_at(&error, "/data/why")), (Carrier::Error, Some(json!(7))));
    let nested = read(
        r#"{"jsonrpc": "2.0", "id": 1, "result": {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "no"}}}"#,
    );
    assert_eq!(nested.into_first().payload().origin.pointer, "/result/error");
    let bare = read(r#"{"a": {"b": 7}}"#).into_first();
    let bare = Interpretation::of(&bare);
    assert_eq!((bare.payload().origin.carrier, value_at(&bare, "/a/b")), (Carrier::Message, Some(json!(7))));
    let plain = read("  [{'id': 7}] ").into_first().payload();
    assert_eq!((plain.origin.pointer.as_str(), plain.origin.bytes), ("", Some(2..13)));
}

#[test]
fn a_result_inside_a_result_is_looked_through() {
    let inner = json!({"content": [text("Rows:"), text(r#"[{"id": 7}]"#)], "isError": false});
    for (sent, within) in [
        (inner.clone(), "/content/1/text/0/id"),
        (json!({"jsonrpc": "2.0", "id": 1, "result": inner}), "/result/content/1/text/0/id"),
    ] {
        let message = message(&json!([text(&sent.to_string())]));
        let place = Interpretation::of(&message).place(&"/0/id".parse().unwrap());
        assert_eq!((place.pointer.as_str(), place.within.as_deref()), ("/result/content/0/text", Some(within)));
    }
    let blocks = json!([text(&text(r#"{"id": 1}"#).to_string()), text(&text(r#"{"id": 2}"#).to_string())]);
    let message = message(&blocks);
    let place = Interpretation::of(&message).place(&"/1/id".parse().unwrap());
    assert_eq!((place.pointer.as_str(), place.within.as_deref()), ("/result/content/1/text", Some("/text/id")));
}

#[test]
fn the_data_of_an_envelope_says_where_in_the_payload_it_was() {
    let pointer = |payload: &str, tool: &str| {
        let message = read(payload).into_first();
        let envelope = Interpretation::from(message).with_tool(Some(tool.to_owned())).into_envelope();
        envelope.data.and_then(|data| data.pointer().map(ToString::to_string))
    };
    assert_eq!(
        pointer(r#"{"data": {"users": [{"id": 1}]}, "ok": true}"#, "list_users").as_deref(),
        Some("/data/users")
    );
    assert_eq!(pointer("[1, 2]", "list_users").as_deref(), Some(""));
    assert_eq!(pointer(r#"{"status": "success", "data": {"id": 1}}"#, "get_user").as_deref(), Some("/data"));
    assert_eq!(pointer(r#"{"id": 1}"#, "get_user").as_deref(), Some(""));
    assert_eq!(pointer("a,b\n1,2\n3,4", "list_users"), None);
}

#[test]
fn what_is_known_of_a_call_names_its_tool() {
    let message = message(&json!([text("[]")]));
    let ask = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_users", "arguments": {"q": 1}}}"#;
    let request = read(ask).into_first();
    let read = Interpretation::of(&message).with_request(&request);
    assert_eq!((read.tool(), read.arguments().unwrap().as_str()), (Some("list_users"), r#"{"q": 1}"#));
    assert_eq!(read.envelope().tool_name.as_deref(), Some("list_users"));
    assert_eq!(read.with_tool(Some("other")).tool(), Some("other"));
    assert_eq!(Interpretation::of(&message).envelope().tool_name, None);
    assert!(Interpretation::of(&message).envelope().to_json().starts_with(r#"{"toolName":"unknown""#));
}
