//! What a dialect writes keeps the rules of its own profile, whatever it was made from.

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use retort_check::{Checker, Finding, Profile, Severity};
use retort_core::{Dialect, Envelope, Raw, ResponseType, Status, Written, json_schema, read, read_error, read_result};
use serde_json::{Value, json};

/// Rules about the data itself: writing it in another way cannot mend them.
const ABOUT_DATA: &[(&str, &str)] = &[
    ("date-not-iso-8601", "a date stays as the server wrote it"),
    ("rows-with-different-keys", "a key that a row does not have has no value that could be written"),
    ("omni-rows-of-mixed-kinds", "rows stay as they are"),
    ("deep-nesting", "what is nested stays nested"),
    ("omni-search-link", "a result without a link gets none"),
    ("base64-in-text", "what is binary stays binary"),
    ("omni-base64-unmarked", "what is binary stays binary"),
    ("binary-in-text", "what is binary stays binary"),
    ("number-beyond-double", "digits stay"),
    ("integer-beyond-64-bits", "digits stay"),
    ("duplicate-key", "both members stay"),
    ("count-differs", "a count that is wrong stays what was said"),
    ("total-below-rows", "a count that is wrong stays what was said"),
    ("more-contradicts-total", "a count that is wrong stays what was said"),
    ("more-on-an-empty-page", "what the server says of its pages stays"),
    ("more-without-a-way-on", "what the server does not tell cannot be told"),
    ("next-on-the-last-page", "what the server says of its pages stays"),
    ("paging-out-of-range", "what the server says of its pages stays"),
    ("envelope-has-more-contradicts", "what the server says of its pages stays"),
    ("envelope-counts-contradict", "a count that is wrong stays what was said"),
    ("envelope-next-page-behind", "what the server says of its pages stays"),
    ("envelope-entry-without-name", "an entry without a name gets none"),
    ("error-code-reserved", "the code is the server's"),
    ("error-code-retired", "the code is the server's"),
    ("error-message-generic", "the message is the server's"),
    ("error-message-only-a-code", "the message is the server's"),
    ("error-sounds-like-success", "the message is the server's"),
    ("error-without-code", "a code that is not known cannot be written"),
    ("omni-reason-missing", "a reason that is not known cannot be written"),
    ("python-instead-of-json", "a text stays as it was written"),
    ("mixed-formats", "a text stays as it was written"),
    ("broken-json", "a text stays as it was written"),
    ("drf-error-id-null", "the id is that of the request"),
];

fn profile_of(dialect: Dialect) -> Profile {
    dialect.name().parse().expect("each dialect has a profile of its name")
}

fn written(dialect: Dialect, envelope: &Envelope) -> (Written, String) {
    let written = dialect.write(envelope);
    let message = written.to_message(Raw::parse("1").as_ref()).as_str().to_owned();
    (written, message)
}

/// What a checker finds in a message that a server could have written otherwise.
fn faults(dialect: Dialect, message: &str) -> Vec<Finding> {
    let (_, mut findings) = Checker::new(&[profile_of(dialect)]).check(read(message));
    findings.retain(|finding| {
        let is_about_data = ABOUT_DATA.iter().any(|(name, _)| *name == finding.rule.name);
        finding.severity >= Severity::Warning && !is_about_data
    });
    findings
}

fn told(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(|finding| format!("{} {}", finding.rule.name, finding.message)).collect()
}

/// Holds what every dialect writes for a response to its profile, and to what can be read of it.
fn hold(sent: &str, tool: &str) {
    let reading = read(sent);
    let envelope = Envelope::from_message(reading.responses().next().expect("a response"), Some(tool));
    let part = |envelope: &Envelope, name: &str| -> Value {
        serde_json::from_str::<Value>(&envelope.to_json()).expect("JSON")[name].clone()
    };
    for dialect in Dialect::ALL {
        let (written, message) = written(dialect, &envelope);
        let shown = || format!("{dialect} of {sent}:\n{message}");
        let found = faults(dialect, &message);
        assert!(found.is_empty(), "{:?}\n{}", told(&found), shown());
        let back = if written.is_protocol_error { read_error(&written.body) } else { read_result(&written.body) };
        let back = Envelope::from_message(&back, Some(tool));
        for name in ["responseType", "data", "message", "pagination"] {
            if !written.lost.contains(&name) && !says_nothing(&envelope) {
                let (sent, read) = (part(&envelope, name), part(&back, name));
                let is_label = name == "message" && envelope.error().is_some();
                assert!(is_label || sent == read, "{name}: {sent} became {read}\n{}", shown());
            }
        }
        let is_error = envelope.response_type() == ResponseType::Error || envelope.status == Some(Status::Error);
        assert!(is_error || written.lost.is_empty(), "{:?} is lost\n{}", written.lost, shown());
        if dialect == Dialect::Envelope {
            let text = read_result(&written.body).payload();
            let text = text.texts().next().expect("a text").1.to_owned();
            let valid = jsonschema::validator_for(&json_schema()).expect("a schema");
            let envelope: Value = serde_json::from_str(&text).expect("JSON");
            assert!(valid.is_valid(&envelope), "not valid by its schema: {envelope}");
        }
    }
}

fn says_nothing(envelope: &Envelope) -> bool {
    envelope.data.is_none() && envelope.message.is_none()
}

fn result(result: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": 1, "result": result }).to_string()
}

fn text(text: &str) -> String {
    result(&json!({ "content": [{ "type": "text", "text": text }] }))
}

fn failed(text: &str) -> String {
    result(&json!({ "content": [{ "type": "text", "text": text }], "isError": true }))
}

#[test]
fn odd_responses_are_clean_in_every_dialect() {
    let tools = json!({"tools": [{"name": "a", "description": "Does a thing.", "inputSchema": {"type": "object", "properties": {}, "required": []}}]});
    let greeting = json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}});
    let no_match = json!({"error": "No matching templates found for the specified configuration", "database": "sqlite", "auth": false, "typescript": true, "version": "v5"});
    let image = json!({"content": [{"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}]});
    let rpc =
        |code: i64| json!({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "It is broken."}}).to_string();
    for (sent, tool) in [
        (result(&tools), "mcp_list_tools"),
        (result(&greeting), "unknown"),
        (text(&no_match.to_string()), "get_feathers_template"),
        (result(&image), "get_picture"),
        (text("null"), "get_thing"),
        (text("42"), "get_thing"),
        (text("\"x\""), "get_thing"),
        (text("true"), "get_thing"),
        (text("Hello there."), "get_thing"),
        (text("[]"), "list_things"),
        (text("{}"), "get_thing"),
        (result(&json!({"content": []})), "get_thing"),
        (result(&json!({})), "get_thing"),
        (result(&json!({"content": []})), "send_thing"),
        (text(r#"{"success": true, "message": "Operation completed", "data": {"id": 7}}"#), "create_thing"),
        (text(r#"{"status": "partial", "message": "Two of three.", "data": {"id": 7}}"#), "create_thing"),
        (text(r#"{"status": "partial", "sent": 2, "failed": 1}"#), "send_thing"),
        (text(r#"{"responseType": "single", "status": "error", "message": "No.", "data": {"id": 1}}"#), "get_thing"),
        (
            text(
                r#"{"query": "hooks", "version": "v5", "results": [{"id": "a", "title": "A", "version": "v5", "category": "c", "score": 1, "snippet": "s"}]}"#,
            ),
            "search_docs",
        ),
        (text(r#"{"items": [{"id": 1}, {"id": 2}], "total": 9, "page": 1, "per_page": 2}"#), "list_things"),
        (text(r#"{"cursor": 452, "keys": ["a"], "scan_complete": false}"#), "scan_keys"),
        (text("Error executing tool: "), "get_thing"),
        (failed("Error executing tool: "), "get_thing"),
        (failed("Error: Error: It is broken."), "get_thing"),
        (failed(""), "get_thing"),
        (failed(r#"{"status": "error", "message": "Not there.", "code": 404}"#), "get_thing"),
        (
            failed(r#"{"status": "error", "message": "Not there.", "code": "Not Found!", "keyword": "abc"}"#),
            "get_thing",
        ),
        (
            failed(
                r#"{"error": {"code": "PERMISSION_DENIED", "message": "You may not.", "details": {"status": "x"}}}"#,
            ),
            "send_thing",
        ),
        (rpc(-32601), "get_thing"),
        (rpc(-32602), "get_thing"),
        (rpc(-32000), "get_thing"),
        (rpc(7), "get_thing"),
    ] {
        hold(&sent, tool);
    }
}

/// A word as people use them, in several scripts.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[a-z]{3,8}", 1 => "[a-zé\u{4e00}-\u{4e20}]{2,5}", 1 => Just("it's \"so\"".to_owned())]
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-1000_i64..1000).prop_map(Value::from),
        word().prop_map(Value::from),
        "[A-Z][a-z]{2,8} [a-z]{2,8}\\.".prop_map(Value::from),
    ]
}

/// A thing with members that mean nothing to a reader, and some that do.
fn thing() -> impl Strategy<Value = Value> {
    let key = prop_oneof![4 => "[a-z]{3,7}x", 1 => prop::sample::select(vec![
        "name", "title", "status", "message", "data", "total", "count", "text", "metadata", "code", "partial", "cursor", "success", "ok", "error", "results", "page",
    ]).prop_map(str::to_owned)];
    btree_map(key, scalar(), 1..5).prop_map(Value::from_iter)
}

/// Rows that all have the same keys.
fn rows() -> impl Strategy<Value = Value> {
    vec((1..999_i64, word()), 0..4)
        .prop_map(|rows| rows.iter().map(|(id, name)| json!({"id": id, "name": name})).collect())
}

fn pages() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({})),
        (5..99_u64).prop_map(|total| json!({"total": total, "offset": 0, "limit": 4})),
        (1..3_u64).prop_map(|page| json!({"page": page, "pages": 3, "per_page": 4})),
        word().prop_map(|word| json!({"has_more": true, "next_cursor": word.replace([' ', '"'], "x")})),
        Just(json!({"summary": {"total": 40, "hasMore": true}})),
        Just(json!({"message": "Showing 1-4 of 40"})),
    ]
}

fn merged(first: Value, second: &Value) -> Value {
    let mut all = first;
    for (key, value) in second.as_object().into_iter().flatten() {
        all[key] = value.clone();
    }
    all
}

fn response() -> impl Strategy<Value = String> {
    let blank = option::of(Just(json!({"success": true, "message": "Done."}))).prop_map(Option::unwrap_or_default);
    let sentence = "[A-Z][a-z]{2,9} [a-z]{2,9} [a-z]{2,9}\\.";
    let code = prop_oneof![
        "[A-Z]{3,6}_[A-Z]{3,6}".prop_map(Value::from),
        (1..600_i64).prop_map(Value::from),
        "[a-z]{3,8}".prop_map(Value::from),
    ];
    prop_oneof![
        rows().prop_map(|rows| text(&rows.to_string())),
        (rows(), pages()).prop_map(|(rows, pages)| text(&merged(json!({"items": rows}), &pages).to_string())),
        (thing(), blank).prop_map(|(thing, said)| {
            let payload = if said.is_object() { merged(said, &json!({"data": thing})) } else { thing };
            text(&payload.to_string())
        }),
        thing().prop_map(|thing| result(&json!({"content": [], "structuredContent": thing}))),
        (sentence, thing()).prop_map(|(said, thing)| {
            result(&json!({"content": [{"type": "text", "text": said}], "structuredContent": thing}))
        }),
        scalar().prop_map(|scalar| text(&scalar.to_string())),
        sentence.prop_map(|said| text(&said)),
        sentence.prop_map(|said| failed(&said)),
        (sentence, option::of(code), option::of(thing())).prop_map(|(said, code, details)| {
            let error = json!({"status": "error", "message": said, "code": code, "details": details});
            failed(&error.to_string())
        }),
        (sentence, -32800..-31900_i64).prop_map(|(said, code)| {
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": said}}).to_string()
        }),
        (rows(), option::of(prop::sample::select(vec!["success", "partial"]))).prop_map(|(rows, status)| {
            text(&json!({"responseType": "list", "status": status, "data": rows}).to_string())
        }),
    ]
}

/// So many cases, or what `PROPTEST_CASES` says.
fn cases() -> ProptestConfig {
    let asked = std::env::var_os("PROPTEST_CASES").is_some();
    let config = if asked { ProptestConfig::default() } else { ProptestConfig::with_cases(96) };
    ProptestConfig { failure_persistence: None, ..config }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn every_response_is_clean_in_every_dialect(
        sent in response(),
        tool in prop::sample::select(vec!["list_things", "get_thing", "send_thing", "thing"]),
    ) {
        hold(&sent, tool);
    }
}

#[test]
fn the_rules_about_data_are_rules() {
    for (name, reason) in ABOUT_DATA {
        assert!(retort_check::rules().any(|rule| rule.name == *name), "{name} ({reason}) is no rule");
    }
}
