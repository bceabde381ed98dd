//! The forms in which bytes come.

use retort_core::{Body, Envelope, Form, read};
use serde_json::json;

const HELLO: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hello"}]}}"#;

fn form(sent: &str) -> Form {
    read(sent).form
}

#[test]
fn a_recording_keeps_as_text_what_is_no_json() {
    let recorded = concat!(
        r#"{"time":"2026-01-01T00:00:00Z","direction":"sent","message":{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}}"#,
        "\n",
        r#"{"time":"2026-01-01T00:00:01Z","direction":"received","text":"starting up"}"#,
        "\n",
        r#"{"time":"2026-01-01T00:00:02Z","direction":"received","text":"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"kept\"},]}}"}"#,
    );
    let reading = read(recorded);
    let responses: Vec<_> = reading.responses().collect();
    assert_eq!(responses.len(), 1);
    assert_eq!(responses[0].tool.as_deref(), Some("echo"));
    assert_eq!(responses[0].outcome().output, "kept");
}

#[test]
fn each_is_told_from_the_others() {
    assert_eq!(form(HELLO), Form::Message);
    assert_eq!(form(&format!("[{HELLO},{HELLO}]")), Form::Batch);
    assert_eq!(form(r#"{"content": [{"type": "text", "text": "hello"}]}"#), Form::Result);
    assert_eq!(form(r#"[{"type": "text", "text": "hello"}]"#), Form::Result);
    assert_eq!(form(r#"{"tools": [{"name": "a", "inputSchema": {}}]}"#), Form::Result);
    assert_eq!(form(r#"{"temp": 21}"#), Form::Payload);
    assert_eq!(form("[1, 2]"), Form::Payload);
    assert_eq!(form("just text"), Form::Payload);
    assert_eq!(form(""), Form::Payload);
    assert_eq!(form(&format!("data: {HELLO}\n\n")), Form::EventStream);
    assert_eq!(form(&format!("log\n{HELLO}\n")), Form::Transcript);
}

#[test]
fn payloads_that_use_the_words_of_the_protocol_stay_payloads() {
    for payload in [
        r#"{"error": false, "code": 0, "result": {"balance": "12.50"}}"#,
        r#"{"content": "An article", "title": "Of retorts"}"#,
        r#"{"content": [{"id": 1, "name": "row"}], "totalPages": 3, "number": 0, "size": 1}"#,
        r#"{"id": 7, "result": "win", "team": "red"}"#,
        r#"{"method": "GET", "url": "/"}"#,
        r#"{"tools": [{"name": "hammer", "price": 12}], "shop": "x"}"#,
        r#"{"result": 5}"#,
        r#"{"error": "boom"}"#,
        "data: 1\nmore: 2",
        "id: 7\nname: x",
    ] {
        assert_eq!(form(payload), Form::Payload, "{payload}");
    }
}

#[test]
fn a_batch_is_read_message_by_message() {
    let reading = read(format!(r#"[{HELLO}, {{"jsonrpc":"2.0","id":2,"error":{{"code":-1}}}}, 5]"#));
    assert_eq!(reading.messages.len(), 3);
    assert!(matches!(reading.messages[1].body, Body::Error(_)));
    assert_eq!(reading.messages[1].oddities[0].pointer, "/1/error");
    assert!(matches!(&reading.messages[2].body, Body::Payload(raw) if raw.as_str() == "5"));
}

#[test]
fn an_event_stream_may_bend_every_rule_that_streams_may() {
    let stream = ": a comment\r\nevent: message\r\nid: 4\r\nretry: 500\r\ndata:{\"jsonrpc\":\"2.0\",\r\ndata:\"id\":1,\"result\":{\"content\":[]}}\r\n\r\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[]}}";
    let reading = read(stream);
    assert_eq!(reading.form, Form::EventStream);
    assert_eq!(reading.messages.len(), 2);
    assert_eq!(reading.oddities, []);
}

#[test]
fn a_transcript_has_logs_requests_and_pretty_messages() {
    let pretty = serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(HELLO).unwrap()).unwrap();
    let transcript = format!(
        "starting\n{}\n{}\n{pretty}\n2026-11-15 INFO <- {}\n{{\"level\":\"info\"}}\n",
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "greet" } }),
        json!({ "jsonrpc": "2.0", "method": "notifications/progress" }),
        json!({ "jsonrpc": "2.0", "id": 9, "result": { "content": [] } }),
    );
    let reading = read(transcript);
    assert_eq!(reading.form, Form::Transcript);
    assert_eq!(reading.messages.len(), 4);
    let responses: Vec<_> = reading.responses().collect();
    assert_eq!(responses.len(), 2);
    assert_eq!(responses[0].tool.as_deref(), Some("greet"));
    assert_eq!(Envelope::from_message(responses[0], None).tool_name.as_deref(), Some("greet"));
    let logged: Vec<&str> = reading.oddities.iter().map(|oddity| oddity.value.as_str()).collect();
    assert_eq!(logged, ["starting", "2026-11-15 INFO <-", "{\"level\":\"info\"}"]);
}

#[test]
fn a_recording_is_a_transcript() {
    let line = |direction: &str, message: serde_json::Value| {
        json!({ "time": "2026-11-15T12:00:00Z", "direction": direction, "message": message }).to_string()
    };
    let recording = [
        line("sent", json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/list" })),
        line("received", json!({ "jsonrpc": "2.0", "id": "a", "result": { "tools": [] } })),
    ];
    let reading = read(recording.join("\n"));
    assert_eq!(reading.messages.len(), 2);
    assert_eq!(reading.messages[1].tool.as_deref(), Some("mcp_list_tools"));
}

#[test]
fn revision_2026_07_28_is_read() {
    let result = |result: serde_json::Value| {
        let sent = json!({ "jsonrpc": "2.0", "id": 1, "result": result }).to_string();
        let message = read(sent).into_first();
        assert_eq!(message.oddities, [], "nothing about it is odd");
        serde_json::from_str::<serde_json::Value>(&Envelope::from_message(&message, Some("deploy")).to_json()).unwrap()
    };
    let complete = result(json!({ "resultType": "complete", "content": [{ "type": "text", "text": "[1]" }] }));
    assert_eq!(complete["data"], json!({ "items": [1] }));
    let asks = json!({ "resultType": "input_required", "inputRequests": { "a": {} }, "requestState": "s" });
    assert_eq!(result(asks.clone())["data"], asks);
    let task = json!({ "resultType": "task", "task": { "taskId": "t1", "status": "working" } });
    let envelope = result(task.clone());
    assert_eq!(envelope["responseType"], "action");
    assert_eq!(envelope["data"], task);
    let discover =
        json!({ "supportedVersions": ["2026-07-28"], "capabilities": {}, "ttlMs": 1, "cacheScope": "public" });
    assert_eq!(result(discover.clone())["data"], discover);
}

#[test]
fn many_false_starts_cost_no_square() {
    // Every line could be the start of a message that never ends.
    let hostile = "{\"a\":[\n".repeat(200_000);
    assert_eq!(read(hostile.clone() + HELLO).responses().count(), 1);
    assert_eq!(form(&hostile), Form::Payload);
}
