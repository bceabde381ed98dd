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
        assert_fits(&envelope);
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

/// Fails where what is written does not fit the schema, as an independent validator judges.
fn assert_fits(envelope: &Envelope) {
    static VALIDATOR: std::sync::LazyLock<jsonschema::Validator> =
        std::sync::LazyLock::new(|| jsonschema::validator_for(&retort_core::json_schema()).unwrap());
    // Another parser gives up on values that are too deep, and on no others.
    let Ok(written) = serde_json::from_str::<Value>(&envelope.to_json()) else { return };
    if let Err(fault) = VALIDATOR.validate(&written) {
        panic!("{fault} at {} in {written}", fault.instance_path());
    }
}

/// Envelopes of a server's own making: the right fields with right and wrong values.
pub(crate) fn claimed() -> impl Strategy<Value = Value> {
    let odd = prop::sample::select(vec![
        json!(null),
        json!("yes"),
        json!("12"),
        json!("OK"),
        json!("error"),
        json!(""),
        json!(0),
        json!(-1),
        json!(7),
        json!(1.5),
        json!(true),
        json!([]),
        json!({}),
        json!([{ "a": 1 }]),
        json!({ "items": [1] }),
        json!({ "message": "" }),
        json!("x"),
        json!({ "code": [], "message": 5, "details": 7 }),
        json!([null]),
        json!("partial"),
        json!(1e300),
    ]);
    let pages = btree_map(
        prop::sample::select(vec!["offset", "limit", "hasMore", "nextOffset", "before", "after", "x"]),
        odd.clone(),
        0..6,
    );
    let counts = btree_map(prop::sample::select(vec!["total", "returned", "hasMore", "x"]), odd.clone(), 0..4);
    let kinds = vec!["list", "single", "action", "tool_catalog", "error", "List", "lists", ""];
    let members = btree_map(
        prop::sample::select(vec![
            "data",
            "status",
            "message",
            "error",
            "metadata",
            "toolName",
            "responseType",
            "extra",
        ]),
        odd,
        0..6,
    );
    (prop::sample::select(kinds), members, prop::option::of(pages), prop::option::of(counts)).prop_map(
        |(kind, members, pages, counts)| {
            let mut envelope = json!({ "toolName": "get_thing", "responseType": kind });
            for (key, value) in members {
                envelope[key] = value;
            }
            if let Some(pages) = pages {
                envelope["pagination"] = pages.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
            }
            if let Some(counts) = counts {
                envelope["summary"] = counts.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
            }
            envelope
        },
    )
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
        "'",
        "(",
        ")",
        "b'\\x",
        "None",
        "Decimal('1.5')",
        "{'a': ",
        "Found 2:\n",
        "\"task\":",
        "\"tools\":",
    ]);
    vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(trials::cases(1024))]

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
    fn whatever_a_server_claims_fits_the_schema(claimed in claimed(), tool in tool()) {
        exercise(claimed.to_string().into_bytes());
        let sent = text_result(&claimed.to_string());
        assert_fits(&Envelope::read(sent.clone(), Some(tool)));
        let envelope = Envelope::read(sent, None);
        // What is settled once stays as it is.
        let again = Envelope::read(envelope.to_json(), None);
        prop_assert_eq!(
            serde_json::from_str::<Value>(&envelope.to_json()).unwrap(),
            serde_json::from_str::<Value>(&again.to_json()).unwrap()
        );
    }

    #[test]
    fn nothing_of_a_payload_is_dropped(payload in payload(), tool in tool()) {
        for sent in [
            text_result(&payload.to_string()),
            json!({ "content": [], "structuredContent": payload }).to_string(),
            payload.to_string(),
        ] {
            assert_kept(&payload, &sent, tool)?;
        }
    }

    #[test]
    fn nothing_of_a_result_is_dropped(result in result(), tool in tool()) {
        assert_kept(&result, &result.to_string(), tool)?;
        let message = json!({ "jsonrpc": "2.0", "id": 1, "result": result });
        assert_kept(&result, &message.to_string(), tool)?;
    }

    #[test]
    fn a_value_is_written_as_it_was_read(value in payload()) {
        let raw = Raw::parse(format!("{value:#}")).unwrap();
        prop_assert_eq!(serde_json::from_str::<Value>(&raw.to_json()).unwrap(), value.clone());
        prop_assert!(!raw.to_json().contains('\n'));
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

/// Whether every text and number of what was sent is found in the envelope, as often as it was sent.
fn assert_kept(value: &Value, sent: &str, tool: &str) -> Result<(), TestCaseError> {
    let envelope = Envelope::read(sent, Some(tool));
    assert_fits(&envelope);
    let envelope: Value = serde_json::from_str(&envelope.to_json()).unwrap();
    let mut found = Vec::new();
    scalars(&envelope, &mut found);
    let mut expected = Vec::new();
    scalars(value, &mut expected);
    for scalar in expected {
        // What is taken off: the label of an error, and the blanks around it.
        let unlabelled = scalar.trim().trim_start_matches("Error: ").to_owned();
        // Values are unlike each other, so that one inside a longer text is the one that is looked for.
        let kept = found.iter().any(|text| text.contains(&scalar) || text.contains(&unlabelled));
        prop_assert!(kept, "{scalar} of {sent} is not in {envelope}");
    }
    Ok(())
}

/// Texts and numbers, as they are written. A flag may be said in another way (`success: true` is a status), and
/// a blank text says nothing. JSON inside a text is looked into.
fn scalars(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) => match serde_json::from_str::<Value>(text) {
            Ok(inner) if inner.is_object() || inner.is_array() => scalars(&inner, into),
            _ if ["", "true", "false", "text", "TEXT"].contains(&text.trim()) => {}
            _ => into.push(text.clone()),
        },
        Value::Number(number) => into.push(number.to_string()),
        Value::Array(items) => items.iter().for_each(|item| scalars(item, into)),
        Value::Object(members) => members.values().for_each(|member| scalars(member, into)),
        _ => {}
    }
}

/// Gives every text and number a value of its own, so that none can stand for another. Words that mean something
/// stay as they are.
fn numbered(value: &mut Value, next: &mut u64) {
    match value {
        Value::String(text) => match serde_json::from_str::<Value>(text) {
            Ok(mut inner) if inner.is_object() || inner.is_array() => {
                numbered(&mut inner, next);
                *text = inner.to_string();
            }
            _ if WORDS.contains(&text.as_str()) || TYPES.contains(&text.as_str()) => {}
            _ => *text = format!("t{next}"),
        },
        Value::Number(_) => *value = json!(*next),
        Value::Array(items) => items.iter_mut().for_each(|item| numbered(item, next)),
        Value::Object(members) => members.values_mut().for_each(|member| numbered(member, next)),
        _ => {}
    }
    *next += 1;
}

const TYPES: [&str; 5] = ["text", "image", "resource_link", "video", "TEXT"];
const WORDS: [&str; 9] =
    ["success", "error", "fail", "partial", "info", "true", "7", "https://a.example/?page=2", "Error: x"];

fn tool() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["list_things", "get_thing", "send_thing", "x", "mcp_list_tools"])
}

/// A block of any kind, with anything beside its text.
fn block() -> impl Strategy<Value = Value> {
    let text = prop_oneof![payload().prop_map(|payload| payload.to_string()), "[a-z]{3,8} [a-z]{3,8}"];
    let beside = btree_map(
        prop::sample::select(vec!["_meta", "annotations", "mimeType", "foo", "uri", "data"]),
        payload(),
        0..3,
    );
    let kinds = vec![
        json!("text"),
        json!("text"),
        json!("image"),
        json!("resource_link"),
        json!("video"),
        json!("TEXT"),
        Value::Null,
    ];

    (prop::sample::select(kinds), prop::option::weighted(0.8, text), beside).prop_map(|(kind, text, beside)| {
        let mut block = beside.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Value>();
        if !kind.is_null() {
            block["type"] = kind;
        }
        if let Some(text) = text {
            block["text"] = json!(text);
        }
        block
    })
}

/// Results with blocks of every kind, with everything that may stand beside a text, and with what belongs to
/// other results.
fn result() -> impl Strategy<Value = Value> {
    let content = prop_oneof![4 => vec(block(), 0..4).prop_map(Value::from), 1 => block(), 1 => Just(Value::Null)];
    let beside = btree_map(
        prop::sample::select(vec!["_meta", "toolResult", "tools", "foo", "resultType", "isError", "nextCursor"]),
        payload(),
        0..3,
    );
    (prop::option::weighted(0.9, content), prop::option::of(payload()), any::<bool>(), beside).prop_map(
        |(content, structured, is_error, beside)| {
            let mut result = beside.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Value>();
            if let Some(content) = content {
                result["content"] = content;
            }
            if let Some(structured) = structured {
                result["structuredContent"] = structured;
            }
            if is_error {
                result["isError"] = json!(true);
            }
            let mut next = 900_000;
            numbered(&mut result, &mut next);
            result
        },
    )
}

/// Payloads that use the words that the normaliser gives a meaning to, in places where they make sense and in
/// places where they do not.
fn payload() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        3 => any::<u32>().prop_map(Value::from),
        3 => "[a-z]{1,3}".prop_map(Value::from),
        1 => prop::sample::select(WORDS.to_vec()).prop_map(Value::from),
    ];
    let key = prop_oneof![
        2 => "[a-z]{1,5}",
        3 => prop::sample::select(vec![
            "status", "success", "ok", "message", "msg", "error", "errors", "code", "details", "detail", "data", "result",
            "results", "items", "hits", "total", "count", "totalItems", "showing", "returned", "offset", "limit", "page",
            "per_page", "pageSize", "total_pages", "hasMore", "has_more", "last", "next", "previous", "nextCursor", "cursor",
            "endCursor", "pageInfo", "pagination", "paging", "meta", "links", "before", "after", "size", "number", "start",
            "id", "title", "url", "name", "type", "value", "responseType", "toolName", "metadata", "text", "tools",
            "structuredContent", "summary", "columns", "rows", "fields", "header", "values", "output",
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
    .prop_map(|mut value| {
        numbered(&mut value, &mut 1000);
        value
    })
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
