//! Dialects: each written as its document says, and each read back as what was written.

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use retort_core::{Dialect, Envelope, OddityKind, Raw, ResponseType, Written, read, read_error, read_result};
use serde_json::{Value, json};

fn of(envelope: &Value) -> Envelope {
    Envelope::read(envelope.to_string(), None)
}

fn write(envelope: &Value, dialect: Dialect) -> Value {
    serde_json::from_str(&dialect.write(&of(envelope)).body.to_json()).unwrap()
}

fn read_back(written: &Written, tool: &str) -> Envelope {
    let message = if written.is_protocol_error { read_error(&written.body) } else { read_result(&written.body) };
    Envelope::from_message(&message, Some(tool))
}

fn error() -> Value {
    json!({
        "toolName": "shorten_url", "responseType": "error", "status": "error", "message": "Already short.",
        "error": { "message": "Already short.", "code": "error:already_shortened", "details": { "originalUrl": "https://a" } },
    })
}

fn list() -> Value {
    json!({ "toolName": "customers_list", "responseType": "list", "data": [{ "id": 1, "name": "Alice" }] })
}

fn action() -> Value {
    json!({
        "toolName": "shorten_url", "responseType": "action", "status": "success",
        "data": { "shorturl": "https://example.com/abc", "url": "https://example.com" },
    })
}

#[test]
fn drf_writes_json_text_and_prefixed_errors() {
    assert_eq!(
        write(&list(), Dialect::Drf),
        json!({ "content": [{ "type": "text", "text": "[{\"id\":1,\"name\":\"Alice\"}]" }] })
    );
    assert_eq!(
        write(&error(), Dialect::Drf),
        json!({ "content": [{ "type": "text", "text": "Error executing tool: Already short." }], "isError": true })
    );
    let mut unknown = error();
    unknown["error"] = json!({ "code": -32601, "message": "Method not found: x" });
    unknown["message"] = json!("Method not found: x");
    let written = Dialect::Drf.write(&of(&unknown));
    assert!(written.is_protocol_error);
    let id = Raw::parse("3").unwrap();
    let message: Value = serde_json::from_str(written.to_message(Some(&id)).as_str()).unwrap();
    let expected = json!({ "jsonrpc": "2.0", "id": 3, "error": { "code": -32601, "message": "Method not found: x" } });
    assert_eq!(message, expected);
}

#[test]
fn yourls_writes_a_status_into_every_payload() {
    let payload = |envelope: &Value| -> Value {
        let result = write(envelope, Dialect::Yourls);
        assert_eq!(result.get("isError").is_some(), envelope["responseType"] == "error");
        serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap()
    };
    assert_eq!(
        payload(&action()),
        json!({ "status": "success", "shorturl": "https://example.com/abc", "url": "https://example.com" })
    );
    assert_eq!(
        payload(&error()),
        json!({ "status": "error", "message": "Already short.", "code": "error:already_shortened", "originalUrl": "https://a" })
    );
    assert_eq!(payload(&list())["status"], "success");
}

#[test]
fn feathers_indents_and_prefixes() {
    let text = |envelope: &Value| write(envelope, Dialect::Feathers)["content"][0]["text"].as_str().unwrap().to_owned();
    assert_eq!(text(&list()), "[\n  {\n    \"id\": 1,\n    \"name\": \"Alice\"\n  }\n]");
    assert_eq!(text(&error()), "Error: Already short.");
    assert_eq!(write(&error(), Dialect::Feathers)["isError"], true);
    assert_eq!(write(&list(), Dialect::Feathers).get("isError"), None);
}

#[test]
fn omni_reports_errors_without_a_flag() {
    let plain = json!({
        "toolName": "t", "responseType": "error", "message": "Invalid API key", "error": { "message": "Invalid API key" },
    });
    assert_eq!(
        write(&plain, Dialect::Omni),
        json!({ "content": [{ "type": "text", "text": "Error: Invalid API key" }] })
    );
    let coded = write(&error(), Dialect::Omni);
    assert_eq!(coded.get("isError"), None);
    let payload: Value = serde_json::from_str(coded["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(
        payload,
        json!({ "error": "Already short.", "code": "error:already_shortened", "details": { "originalUrl": "https://a" } })
    );
    let mut said = action();
    said["message"] = json!("Operation completed");
    let payload: Value =
        serde_json::from_str(write(&said, Dialect::Omni)["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(payload["success"], true);
    assert_eq!(payload["message"], "Operation completed");
}

#[test]
fn mcp_writes_text_and_structured_content() {
    let result = write(&action(), Dialect::Mcp);
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, result["structuredContent"]);
    assert!(write(&list(), Dialect::Mcp)["structuredContent"].is_object());
    let failed = write(&error(), Dialect::Mcp);
    assert_eq!(failed["isError"], true);
    assert_eq!(failed["content"][0]["text"], "Already short.");
    assert_eq!(failed["structuredContent"]["error"]["code"], "error:already_shortened");
}

#[test]
fn envelope_writes_itself() {
    for envelope in [list(), action(), error()] {
        let result = write(&envelope, Dialect::Envelope);
        assert_eq!(serde_json::from_str::<Value>(result["content"][0]["text"].as_str().unwrap()).unwrap(), envelope);
    }
}

#[test]
fn a_text_stays_a_text_where_it_may() {
    let text =
        json!({ "toolName": "get_page", "responseType": "single", "data": { "text": "# Title\n\nSome *words*." } });
    for dialect in [Dialect::Mcp, Dialect::Omni] {
        assert_eq!(write(&text, dialect)["content"][0]["text"], "# Title\n\nSome *words*.");
    }
    for dialect in [Dialect::Drf, Dialect::Feathers] {
        let written = write(&text, dialect)["content"][0]["text"].as_str().unwrap().to_owned();
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), text["data"]);
    }
}

#[test]
fn scalars_stay_json() {
    for scalar in ["null", "42", "-1.5e3", "true", "\"x\"", "\"\\u00e9\""] {
        let sent = Envelope::read(crate::text_result(scalar), Some("get_thing"));
        for dialect in [Dialect::Drf, Dialect::Feathers] {
            let written: Value = serde_json::from_str(dialect.write(&sent).body.as_str()).unwrap();
            assert_eq!(written["content"][0]["text"], scalar, "{dialect}");
        }
    }
}

#[test]
fn what_answers_the_protocol_keeps_its_form() {
    let tools = json!({ "tools": [{ "name": "a", "description": "A.", "inputSchema": { "type": "object" } }] });
    let greeting = json!({
        "protocolVersion": "2025-06-18", "capabilities": { "tools": {} }, "serverInfo": { "name": "s", "version": "1" },
    });
    for sent in [tools, greeting] {
        let envelope = Envelope::read(json!({ "jsonrpc": "2.0", "id": 1, "result": sent }).to_string(), None);
        for dialect in [Dialect::Mcp, Dialect::Drf, Dialect::Feathers, Dialect::Yourls, Dialect::Omni] {
            let written: Value = serde_json::from_str(dialect.write(&envelope).body.as_str()).unwrap();
            assert_eq!(written, sent, "{dialect}");
        }
    }
}

/// The text that a dialect makes of the answer of a tool.
fn text_in(dialect: Dialect, sent: &str, tool: &str) -> String {
    let written: Value = serde_json::from_str(dialect.write(&Envelope::read(sent, Some(tool))).body.as_str()).unwrap();
    written["content"][0]["text"].as_str().unwrap().to_owned()
}

#[test]
fn nothing_is_written_as_the_dialect_has_it() {
    for (dialect, text) in [
        (Dialect::Drf, "null"),
        (Dialect::Feathers, "{}"),
        (Dialect::Omni, "{\"success\":true}"),
        (Dialect::Yourls, "{\"status\":\"success\",\"result\":null}"),
    ] {
        for sent in ["{\"content\": []}", "{\"content\": [{\"type\": \"text\", \"text\": \"\"}]}"] {
            assert_eq!(text_in(dialect, sent, "get_thing"), text, "{dialect}");
        }
    }
}

#[test]
fn labels_are_neither_doubled_nor_left_alone() {
    let failed = |text: &str| json!({ "content": [{ "type": "text", "text": text }], "isError": true }).to_string();
    for (sent, said) in [
        ("Error executing tool: ", "The call failed and gave no reason."),
        ("", "The call failed and gave no reason."),
        ("Error: Error executing tool: No such thing", "No such thing"),
        ("{\"error\": {\"message\": \"Error: No such thing\"}}", "No such thing"),
    ] {
        assert_eq!(text_in(Dialect::Drf, &failed(sent), "t"), format!("Error executing tool: {said}"));
        assert_eq!(text_in(Dialect::Feathers, &failed(sent), "t"), format!("Error: {said}"));
    }
}

#[test]
fn omni_keeps_the_data_in_one_piece() {
    let sent = json!({ "success": true, "message": "Operation completed", "data": { "id": 7, "name": "x" } });
    let text = text_in(Dialect::Omni, &crate::text_result(&sent.to_string()), "create_thing");
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), sent);
    let rows = json!({ "success": true, "message": "Found", "data": [{ "id": 1 }, { "id": 2 }] });
    let text = text_in(Dialect::Omni, &crate::text_result(&rows.to_string()), "list_things");
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), rows);
}

#[test]
fn yourls_knows_two_statuses_and_codes_that_are_words() {
    let payload = |sent: &str| -> Value {
        serde_json::from_str(&text_in(Dialect::Yourls, &crate::text_result(sent), "shorten_url")).unwrap()
    };
    let partial = payload(r#"{"status": "partial", "message": "Two of three.", "done": 2}"#);
    assert_eq!(partial, json!({ "status": "success", "partial": true, "message": "Two of three.", "done": 2 }));
    for (code, written) in [
        (json!(null), json!({ "code": "unknown_error" })),
        (json!(404), json!({ "code": "unknown_error", "errorCode": 404 })),
        (json!("PERMISSION_DENIED"), json!({ "code": "permission_denied", "errorCode": "PERMISSION_DENIED" })),
        (json!("Not Found!"), json!({ "code": "not_found", "errorCode": "Not Found!" })),
        (json!("error:already_shortened"), json!({ "code": "error:already_shortened" })),
    ] {
        let mut sent = json!({ "status": "error", "message": "No." });
        if !code.is_null() {
            sent["code"] = code.clone();
        }
        let sent = sent.to_string();
        let mut expected = written.clone();
        expected["status"] = json!("error");
        expected["message"] = json!("No.");
        assert_eq!(payload(&sent), expected);
        let envelope = Envelope::read(crate::text_result(&sent), None);
        let back = json_of(&read_back(&Dialect::Yourls.write(&envelope), "shorten_url"));
        assert!(code.is_null() || back["error"]["code"] == code, "{back}");
    }
}

#[test]
fn feathers_keeps_its_payloads() {
    let no_match = "{\n  \"error\": \"No matching templates found for the specified configuration\",\n  \"database\": \"sqlite\",\n  \"auth\": false,\n  \"typescript\": true,\n  \"version\": \"v4\"\n}";
    let found = "{\n  \"query\": \"hooks\",\n  \"version\": \"v5\",\n  \"results\": [\n    {\n      \"id\": \"a\",\n      \"title\": \"A\"\n    }\n  ]\n}";
    for (text, tool) in [(no_match, "get_feathers_template"), (found, "search_docs")] {
        let sent = crate::text_result(text);
        let written = Dialect::Feathers.write(&Envelope::read(sent.clone(), Some(tool)));
        let (written, sent): (Value, Value) =
            (serde_json::from_str(written.body.as_str()).unwrap(), serde_json::from_str(&sent).unwrap());
        assert_eq!(written, sent);
    }
}

#[test]
fn no_key_is_written_twice() {
    for (sent, tool) in [
        (json!({ "get": "fixtures", "results": 2, "response": [{ "id": 1 }, { "id": 2 }] }), "get_fixtures"),
        (json!({ "status": "info", "shorturl": "abc", "message": "m" }), "delete_url"),
        (json!({ "status": "queued", "id": 88 }), "get_build"),
    ] {
        for dialect in Dialect::ALL {
            let written = dialect.write(&Envelope::read(sent.to_string(), Some(tool)));
            let back = read_back(&written, tool);
            assert_eq!(back.metadata.oddities, [], "{dialect}: {}", written.body.as_str());
        }
    }
}

#[test]
fn what_has_no_place_is_told() {
    assert_eq!(Dialect::Drf.write(&of(&error())).lost, ["error.code", "error.details"]);
    assert_eq!(Dialect::Yourls.write(&of(&error())).lost, Vec::<&str>::new());
    let headline = json!({
        "toolName": "t", "responseType": "error", "message": "It failed", "error": { "message": "No rights", "code": "E1" },
    });
    assert_eq!(Dialect::Mcp.write(&of(&headline)).lost, Vec::<&str>::new());
    assert_eq!(Dialect::Yourls.write(&of(&headline)).lost, ["message"]);
}

#[test]
fn the_table_in_the_documents_is_true() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/dialects.md");
    let documents = std::fs::read_to_string(path).unwrap();
    for dialect in Dialect::ALL {
        let row = documents
            .lines()
            .rfind(|line| line.starts_with(&format!("| `{dialect}` |")))
            .expect("a row for each dialect");
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let mut failed = error();
        failed["message"] = json!("It failed");
        failed["metadata"] = json!({ "x": 1 });
        let lost = dialect.write(&of(&failed)).lost;
        let plain = dialect.write(&of(&error())).lost;
        assert!(cells[2] == "yes" && !plain.contains(&"error.message"), "{row}");
        assert_eq!(cells[3].starts_with("yes"), !plain.contains(&"error.code"), "{row}");
        assert_eq!(cells[4].starts_with("yes"), !plain.contains(&"error.details"), "{row}");
        assert_eq!(cells[5].starts_with("yes"), !lost.contains(&"message"), "{row}");
        assert_eq!(cells[6].starts_with("yes"), !lost.contains(&"metadata"), "{row}");
    }
}

/// Values as payloads have them: no members that the envelope's own words would be taken for.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u32>().prop_map(|number| json!(f64::from(number) / 8.0)),
        "[ -~é😀\n\"\\\\]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            btree_map(key(), inner, 0..4).prop_map(Value::from_iter),
        ]
    })
}

/// Keys, those that readers give a meaning to among them.
fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z]{1,6}",
        1 => prop::sample::select(vec![
            "status", "message", "success", "ok", "error", "errors", "data", "results", "result", "items", "total", "count",
            "offset", "limit", "page", "hasMore", "next", "cursor", "text", "content", "isError", "responseType", "toolName",
            "metadata", "code", "details", "id", "tools", "name",
        ])
        .prop_map(str::to_owned),
    ]
}

fn object() -> impl Strategy<Value = Value> {
    btree_map(key(), value(), 0..5).prop_map(Value::from_iter)
}

/// A line that a person wrote; messages have no blanks around them and no label before them.
fn sentence() -> impl Strategy<Value = String> {
    "[A-Za-zé][a-zA-Z0-9 ,.'\"{}:é-]{0,30}[a-z.]"
        .prop_filter("a label of its own", |text| !text.to_lowercase().contains("error"))
}

fn pagination() -> impl Strategy<Value = Value> {
    let cursor = prop_oneof![(0..9999_u64).prop_map(Value::from), "[a-zA-Z0-9=]{1,12}".prop_map(Value::from)];
    (
        option::of(0..9999_u64),
        option::of(1..500_u64),
        option::of(any::<bool>()),
        option::of(cursor),
        option::of("[a-z0-9]{1,8}"),
        option::of("[a-z0-9]{1,8}"),
    )
        .prop_map(|(offset, limit, more, next, before, after)| {
            // The next page starts behind this one.
            let is_behind = |next: &Value| next.as_u64().is_none_or(|next| offset.is_none_or(|offset| next > offset));
            let next = next.filter(is_behind);
            let members = [
                ("offset", offset.map(Value::from)),
                ("limit", limit.map(Value::from)),
                ("hasMore", more.map(Value::from)),
                ("nextOffset", next),
                ("before", before.map(Value::from)),
                ("after", after.map(Value::from)),
            ];
            members.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
        })
}

fn tool() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["list_things", "get_thing", "send_thing", "thing", "discord_list_channels", "unknown"])
}

fn success() -> impl Strategy<Value = Value> {
    let rows = vec(prop_oneof![object(), value()], 0..4).prop_map(Value::from);
    let tools =
        vec("[a-z]{3,9}".prop_map(|name| json!({ "name": name, "description": "d" })), 0..4).prop_map(Value::from);
    let shape = prop_oneof![
        (Just("list"), rows),
        (Just("tool_catalog"), tools),
        (Just("single"), object()),
        (Just("action"), object()),
    ];
    let status = prop::sample::select(vec![None, Some("success"), Some("partial")]);
    (tool(), shape, option::of(pagination()), status, option::of(sentence()), any::<bool>()).prop_map(
        |(tool, (kind, data), pagination, status, message, has_data)| {
            let mut envelope = json!({ "toolName": tool, "responseType": kind });
            if has_data || kind == "list" {
                envelope["data"] = data;
            }
            if let Some(pagination) =
                pagination.filter(|pages| kind == "list" && !pages.as_object().unwrap().is_empty())
            {
                envelope["pagination"] = pagination;
            }
            // An action always has one.
            if let Some(status) = status.or((kind == "action").then_some("success")) {
                envelope["status"] = json!(status);
            }
            if let Some(message) = message {
                envelope["message"] = json!(message);
            }
            envelope
        },
    )
}

fn failure() -> impl Strategy<Value = Value> {
    let code = prop_oneof![
        prop::sample::select(vec![-32700_i64, -32601, -32602, -32603, 404, 7]).prop_map(Value::from),
        "[A-Z][A-Z_]{1,12}[A-Z]".prop_map(Value::from),
    ];
    let details = btree_map("[a-z]{4,9}x", value(), 1..4).prop_map(Value::from_iter);
    (tool(), sentence(), option::of(code), option::of(details)).prop_map(|(tool, message, code, details)| {
        let mut error = json!({ "message": message });
        if let Some(code) = code {
            error["code"] = code;
        }
        if let Some(details) = details {
            error["details"] = details;
        }
        json!({ "toolName": tool, "responseType": "error", "status": "error", "message": message, "error": error })
    })
}

fn json_of(envelope: &Envelope) -> Value {
    serde_json::from_str(&envelope.to_json()).unwrap()
}

proptest! {
    #![proptest_config(trials::cases(512))]

    #[test]
    fn reading_back_a_success_gives_the_same(sent in success()) {
        let envelope = of(&sent);
        prop_assert_eq!(json_of(&envelope), sent.clone(), "the envelope itself is read as it is");
        for dialect in Dialect::ALL {
            let written = dialect.write(&envelope);
            let back = read_back(&written, envelope.tool_name.as_deref().unwrap_or("unknown"));
            let shown = || format!("{dialect}: {}", written.body.as_str());
            // Other readers keep only one of two equal keys.
            let doubled = back.metadata.oddities.iter().any(|oddity| oddity.kind == OddityKind::DuplicateKey);
            prop_assert!(!doubled, "{}", shown());
            let back = json_of(&back);
            // Where there is nothing, most dialects have to say something all the same.
            let says_something = !sent["data"].is_null() || !sent["message"].is_null();
            for part in ["responseType", "data", "message", "pagination"] {
                if !says_something && matches!(part, "data" | "message") {
                    continue;
                }
                prop_assert_eq!(&back[part], &sent[part], "{} in {}", part, shown());
            }
            // yourls says that all is well where the envelope says nothing.
            let states_one = match dialect {
                Dialect::Yourls => true,
                Dialect::Envelope => sent["responseType"] == "action",
                _ => !says_something,
            };
            if states_one && sent["status"].is_null() {
                prop_assert!(back["status"].is_null() || back["status"] == "success", "{}", shown());
            } else {
                prop_assert_eq!(&back["status"], &sent["status"], "{}", shown());
            }
        }
    }

    #[test]
    fn reading_back_a_failure_gives_the_same(sent in failure()) {
        let envelope = of(&sent);
        for dialect in Dialect::ALL {
            let written = dialect.write(&envelope);
            let back = json_of(&read_back(&written, envelope.tool_name.as_deref().unwrap_or("unknown")));
            let shown = || format!("{dialect}: {}", written.body.as_str());
            prop_assert_eq!(&back["responseType"], "error", "{}", shown());
            prop_assert_eq!(&back["status"], "error");
            prop_assert_eq!(&back["message"], &sent["message"], "{}", shown());
            prop_assert_eq!(&back["error"]["message"], &sent["error"]["message"], "{}", shown());
            let has_code = matches!(dialect, Dialect::Mcp | Dialect::Yourls | Dialect::Omni | Dialect::Envelope)
                || written.is_protocol_error;
            if has_code && !sent["error"]["code"].is_null() {
                prop_assert_eq!(&back["error"]["code"], &sent["error"]["code"], "{}", shown());
            }
            let has_details = matches!(dialect, Dialect::Mcp | Dialect::Yourls | Dialect::Omni | Dialect::Envelope);
            if has_details && !(dialect == Dialect::Yourls && written.is_protocol_error) {
                prop_assert_eq!(&back["error"]["details"], &sent["error"]["details"], "{}", shown());
            }
        }
    }

    #[test]
    fn converting_twice_changes_nothing_more(sent in success(), from in prop::sample::select(Dialect::ALL.to_vec())) {
        let envelope = of(&sent);
        let once = read_back(&from.write(&envelope), envelope.tool_name.as_deref().unwrap_or("unknown"));
        let twice = read_back(&from.write(&once), envelope.tool_name.as_deref().unwrap_or("unknown"));
        prop_assert_eq!(json_of(&once), json_of(&twice));
    }
}

#[test]
fn every_response_of_the_corpus_survives_every_dialect() {
    for case in crate::lines("corpus/recorded.jsonl") {
        let envelope =
            Envelope::from_message(&read(case["message"].as_str().unwrap()).into_first(), case["tool"].as_str());
        let sent = json_of(&envelope);
        for dialect in Dialect::ALL {
            let written = dialect.write(&envelope);
            let back = json_of(&read_back(&written, envelope.tool_name.as_deref().unwrap_or("unknown")));
            assert_eq!(back["responseType"], sent["responseType"], "{dialect} {}", case["id"]);
            // Where there is nothing, most dialects have to say something all the same.
            if !sent["data"].is_null() || !sent["message"].is_null() {
                assert_eq!(back["data"], sent["data"], "{dialect} {}", case["id"]);
                assert_eq!(back["message"], sent["message"], "{dialect} {}", case["id"]);
            }
            if envelope.response_type() != ResponseType::Error && dialect != Dialect::Yourls {
                assert_eq!(written.lost, Vec::<&str>::new(), "{dialect} {}", case["id"]);
            }
        }
    }
}
