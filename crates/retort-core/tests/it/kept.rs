//! Shapes in which something once got lost, or was taken for what it is not.

use retort_core::{Envelope, Oddity, read};
use serde_json::json;

use crate::{envelope, lines, text_result};

#[test]
fn everything_is_kept() {
    for case in lines("fixtures/kept.jsonl") {
        let reading = read(case["sent"].as_str().unwrap());
        let envelopes: Vec<Envelope> = reading
            .responses()
            .map(|message| {
                let mut envelope = Envelope::from_message(message, case["tool"].as_str());
                // What only an oddity tells is not kept.
                envelope.metadata.oddities.clear();
                envelope
            })
            .collect();
        let shown: String = envelopes.iter().map(Envelope::to_json).collect();
        for part in case["shows"].as_array().unwrap() {
            assert!(shown.contains(part.as_str().unwrap()), "{}: {part} is not in {shown}", case["why"]);
        }
        if let Some(kind) = case["responseType"].as_str() {
            assert_eq!(envelopes[0].response_type().name(), kind, "{}: {shown}", case["why"]);
        }
    }
}

#[test]
fn what_only_looks_like_paging_is_none() {
    for payload in [
        json!({ "start": "2024-01-01", "end": "2024-02-01", "events": [{ "a": 1 }] }),
        json!({ "after": "2024-01-01", "issues": [{ "a": 1 }] }),
        json!({ "done": false, "title": "Chores", "items": [{ "a": 1 }] }),
        json!({ "next": "Step 2: deploy", "items": [{ "a": 1 }] }),
        json!({ "id": 7, "items": [{ "sku": "a" }], "total": 60 }),
    ] {
        let envelope = envelope(text_result(&payload.to_string()), "get_thing");
        assert_ne!(envelope["pagination"]["hasMore"], true, "{envelope}");
        assert_ne!(envelope["summary"]["hasMore"], true, "{envelope}");
    }
}

#[test]
fn pages_by_number_become_offsets() {
    let payload = json!({ "items": [{ "a": 1 }], "page": 2, "per_page": 10, "next_page": 3 });
    let pages = envelope(text_result(&payload.to_string()), "list_things")["pagination"].clone();
    assert_eq!((&pages["offset"], &pages["nextOffset"], &pages["nextPage"]), (&json!(10), &json!(20), &json!(3)));
    let huge = json!({ "items": [1], "page": u64::MAX, "totalPages": 3 });
    assert_eq!(envelope(text_result(&huge.to_string()), "list_things")["pagination"]["hasMore"], false);
}

#[test]
fn oddities_of_a_kind_are_listed_in_part_and_counted() {
    let many = json!({ "content": vec![1; 5000] }).to_string();
    let envelope = Envelope::read(many, None);
    let times: u32 = envelope.metadata.oddities.iter().map(|oddity: &Oddity| oddity.times).sum();
    assert_eq!((envelope.metadata.oddities.len(), times), (8, 5000));
}

#[test]
fn what_was_read_is_not_kept_twice() {
    for sent in [
        json!({ "toolResult": "hello" }),
        json!({ "toolResult": { "content": [{ "type": "text", "text": "hello" }] } }),
        json!({ "content": [{ "type": "text", "text": "hello" }], "isError": "false" }),
    ] {
        let envelope = Envelope::read(sent.to_string(), None);
        assert!(envelope.metadata.get("result").is_none(), "{}", envelope.to_json());
        assert_eq!(
            envelope.to_json().matches("hello").count(),
            1 + envelope.metadata.oddities.iter().filter(|oddity| oddity.value.contains("hello")).count()
        );
    }
}

#[test]
fn pointers_are_escaped() {
    let reading = read(r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]},"a/b~c":1}"#);
    assert_eq!(reading.messages[0].oddities[0].pointer, "/a~1b~0c");
}

#[test]
fn hostile_shapes_end() {
    // Each of these once took time that grew with the square of its length.
    let nested = format!("log\n{}{}", "[\n".repeat(100_000), "]\n".repeat(100_000));
    assert_eq!(read(nested).messages.len(), 1);
    let marks = format!("*.{}", ".* ".repeat(80_000));
    let _ = read(marks).messages[0].detect();
    let columns = (0..18_000).map(|number| format!("col{number}")).collect::<Vec<_>>().join(",");
    let _ = read(format!("{columns}\n{columns}")).messages[0].detect();
    let blocks = vec![json!({ "type": "image", "data": "!!" }); 60_000];
    let _ = Envelope::read(
        json!({ "content": blocks, "structuredContent": (0..60_000).collect::<Vec<u32>>() }).to_string(),
        None,
    );
    let _ = Envelope::read(json!({ "content": vec![1; 300_000] }).to_string(), None);
}

#[test]
fn a_line_of_a_stream_keeps_everything() {
    let answer = |line: serde_json::Value| -> Vec<serde_json::Value> {
        let lines = retort_core::read_line(line.to_string());
        let envelopes = lines.iter().map(|line| Envelope::from_message(&line.message, line.tool.as_deref()).to_json());
        envelopes.map(|json| serde_json::from_str(&json).unwrap()).collect()
    };
    let both = answer(json!({ "id": 1, "tool": "t", "result": null, "error": { "code": 1, "message": "boom" } }));
    assert_eq!(both[0]["error"]["message"], "boom");
    let batch =
        answer(json!([{ "jsonrpc": "2.0", "id": 1, "result": {} }, { "jsonrpc": "2.0", "id": 2, "error": "boom" }]));
    assert_eq!(batch.len(), 2);
    let flagged = answer(json!({ "id": 1, "text": "all is well", "isError": true }));
    assert_eq!(flagged[0]["responseType"], "error");
    let more = answer(json!({ "id": 1, "text": "hello", "title": "kept" }));
    assert!(more[0].to_string().contains("kept"));
    let lines = retort_core::read_line(b"\xef\xbb\xbf{\"id\": 1, \"text\": \"caf\xe9\"}".as_slice());
    let ids: Vec<&str> = lines[0].message.oddities.iter().map(|oddity| oddity.kind.id()).collect();
    assert_eq!((lines[0].id.as_ref().unwrap().as_str(), ids), ("1", vec!["invalid-utf8", "byte-order-mark"]));
}

/// What stands beside the payload gets a name of its own, marked once, and reading it again changes nothing.
#[test]
fn a_name_that_is_taken_is_marked_once() {
    let sent = r#"{"responseType": "list", "toolName": "x", "data": [{"id": 1}], "summary": {"total": "many"},
        "metadata": {"summary": 1, "retort:summary": 2, "oddities": 3, "retort:oddities": 4}, "text": {"content": 5}}"#;
    let first = crate::envelope(sent, "x");
    let names: Vec<&String> = first["metadata"].as_object().unwrap().keys().collect();
    assert!(names.contains(&&"retort:summary-2".to_owned()), "{names:?}");
    assert!(names.iter().all(|name| name.matches("retort:").count() < 2), "{names:?}");
    assert_eq!(crate::envelope(first.to_string(), "x"), first);
}
