//! What must hold for all inputs: nothing panics, nothing is dropped, and what is written is strict JSON.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use retort_core::{Dialect, Envelope, Raw, Style, read};
use serde_json::{Value, json};

use crate::text_result;

/// Does everything with some bytes that can be done with them.
fn exercise(bytes: Vec<u8>) {
    let reading = read(bytes);
    assert!(!reading.messages.is_empty());
    for message in reading.responses() {
        let detection = message.detect();
        assert!((0.0..=1.0).contains(&detection.confidence));
        let _ = message.outcome();
        let envelope = Envelope::from_message(message, None);
        for style in [Style::Line, Style::Indented] {
            let mut json = Vec::new();
            envelope.write_json(&mut json, style).unwrap();
            let strict = serde_json::from_slice::<serde::de::IgnoredAny>(&json);
            let deep = strict.as_ref().is_err_and(|error| error.to_string().contains("recursion limit"));
            assert!(strict.is_ok() || deep, "{:?}: {}", strict.err(), String::from_utf8_lossy(&json));
            assert!(style != Style::Line || !json.contains(&b'\n'), "one line");
        }
        for dialect in Dialect::ALL {
            let _ = dialect.write(&envelope);
        }
    }
}

/// Pieces that JSON, messages and streams are made of.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        "\n",
        "\r\n",
        " ",
        "\0",
        "\u{feff}",
        "null",
        "true",
        "NaN",
        "-Infinity",
        "1e999",
        "-0",
        "12345678901234567890123",
        "\\ud800",
        "\\u12",
        "\"jsonrpc\":\"2.0\"",
        "\"id\":1",
        "\"result\":",
        "\"error\":",
        "\"content\":",
        "\"type\":\"text\"",
        "\"text\":",
        "\"structuredContent\":",
        "\"isError\":",
        "\"data\":",
        "data: ",
        "event: message",
        "```json",
        "```",
        "é",
        "😀",
        "\u{202e}",
        "\"results\":",
        "\"total\":",
        "\"next\":",
        "\"status\":\"error\"",
        "Error: ",
        "a,b",
        "a: b",
        "<html>",
        "# x",
        "\"{\\\"a\\\":1}\"",
        "\"responseType\":\"list\"",
        "\"task\":",
        "\"tools\":",
    ]);
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(crate::cases(1024))]

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in vec(any::<u8>(), 0..600)) {
        exercise(bytes);
    }

    #[test]
    fn pieces_of_messages_do_not_panic(text in pieces()) {
        exercise(text.clone().into_bytes());
        exercise(text_result(&text).into_bytes());
    }

    #[test]
    fn damaged_messages_do_not_panic(
        which in any::<prop::sample::Index>(),
        damages in vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..6),
    ) {
        let cases = recorded();
        let mut bytes = which.get(cases).clone();
        for (place, byte, kind) in damages {
            let at = place.index(bytes.len().max(1));
            match kind {
                0 if at < bytes.len() => bytes[at] = byte,
                1 => bytes.insert(at.min(bytes.len()), byte),
                _ => bytes.truncate(at),
            }
        }
        exercise(bytes);
    }

    #[test]
    fn nothing_is_dropped(payload in payload(), tool in prop::sample::select(vec!["list_things", "get_thing", "send_thing", "x"])) {
        for sent in [
            text_result(&payload.to_string()),
            json!({ "content": [], "structuredContent": payload }).to_string(),
            payload.to_string(),
        ] {
            let envelope: Value = serde_json::from_str(&Envelope::read(sent, Some(tool)).to_json()).unwrap();
            let mut found = Vec::new();
            scalars(&envelope, &mut found);
            let mut expected = Vec::new();
            scalars(&payload, &mut expected);
            for scalar in expected {
                // What is taken off: the label of an error, and the blanks around it.
                let unlabelled = scalar.trim().trim_start_matches("Error: ").to_owned();
                let kept = found.contains(&scalar) || found.contains(&unlabelled);
                prop_assert!(kept, "{scalar} of {payload} is not in {envelope}");
            }
        }
    }

    #[test]
    fn a_value_is_written_as_it_was_read(value in payload()) {
        let raw = Raw::parse(format!("{value:#}")).unwrap();
        prop_assert_eq!(raw.to_json(), value.to_string());
        let mut indented = Vec::new();
        raw.write_json(&mut indented, Style::Indented).unwrap();
        prop_assert_eq!(String::from_utf8(indented).unwrap(), format!("{value:#}"));
    }
}

fn recorded() -> &'static [Vec<u8>] {
    static RECORDED: std::sync::LazyLock<Vec<Vec<u8>>> = std::sync::LazyLock::new(|| {
        let messages = crate::lines("corpus/recorded.jsonl").into_iter();
        messages.map(|case| case["message"].as_str().unwrap().as_bytes().to_vec()).collect()
    });
    &RECORDED
}

/// Texts and numbers, as they are written. A flag may be said in another way (`success: true` is a status), and
/// a blank text says nothing.
fn scalars(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) if !["", "true", "false"].contains(&text.trim()) => into.push(text.clone()),
        Value::Number(number) => into.push(number.to_string()),
        Value::Array(items) => items.iter().for_each(|item| scalars(item, into)),
        Value::Object(members) => members.values().for_each(|member| scalars(member, into)),
        _ => {}
    }
}

/// Payloads that use the words that the normaliser gives a meaning to, in places where they make sense and in
/// places where they do not.
fn payload() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0..100_i64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-zA-Z0-9 é:/._-]{0,10}".prop_map(Value::from),
        prop::sample::select(vec![
            "success",
            "error",
            "fail",
            "partial",
            "info",
            "true",
            "7",
            "https://a.example/?page=2",
            "Error: x"
        ])
        .prop_map(Value::from),
    ];
    let key = prop_oneof![
        2 => "[a-z]{1,5}",
        3 => prop::sample::select(vec![
            "status", "success", "ok", "message", "msg", "error", "errors", "code", "details", "detail", "data", "result",
            "results", "items", "hits", "total", "count", "totalItems", "showing", "returned", "offset", "limit", "page",
            "per_page", "pageSize", "total_pages", "hasMore", "has_more", "last", "next", "previous", "nextCursor", "cursor",
            "endCursor", "pageInfo", "pagination", "paging", "meta", "links", "before", "after", "size", "number", "start",
            "id", "title", "url", "name", "type", "value", "responseType", "toolName", "metadata", "text", "tools",
            "structuredContent", "summary",
        ])
        .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            btree_map(key.clone(), inner, 0..7).prop_map(Value::from_iter),
        ]
    })
    .prop_filter("payloads are objects or arrays", |value| value.is_object() || value.is_array())
}

#[test]
fn sizes_that_break_others_are_read() {
    let deep = format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000));
    exercise(deep.clone().into_bytes());
    exercise(text_result(&deep).into_bytes());
    exercise("[".repeat(100_000).into_bytes());
    exercise("{\"a\":".repeat(50_000).into_bytes());
    exercise(
        format!("{{{}}}", (0..20_000).map(|n| format!("\"k{n}\":{n}")).collect::<Vec<_>>().join(",")).into_bytes(),
    );
    exercise(format!("[{}]", vec!["{\"a\":1}"; 20_000].join(",")).into_bytes());
    let blocks = vec![json!({ "type": "text", "text": "x" }); 10_000];
    exercise(json!({ "content": blocks }).to_string().into_bytes());
    exercise("data: {}\n".repeat(10_000).into_bytes());
    exercise("{\n".repeat(10_000).into_bytes());
    exercise("log line\n".repeat(10_000).into_bytes());
}
