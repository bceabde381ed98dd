//! The schema of the envelope: generated, and true of everything that is written.

use retort_core::{json_schema, openai_schema};
use serde_json::{Value, json};

/// Fails where an envelope does not fit its schema.
pub(crate) fn assert_valid(envelope: &Value) {
    let validator = jsonschema::validator_for(&json_schema()).unwrap();
    let faults: Vec<String> =
        validator.iter_errors(envelope).map(|fault| format!("{} at {}", fault, fault.instance_path())).collect();
    assert!(faults.is_empty(), "{}\n{envelope:#}", faults.join("\n"));
}

fn is_valid(envelope: &Value) -> bool {
    jsonschema::is_valid(&json_schema(), envelope)
}

#[test]
fn it_is_as_it_was() {
    insta::assert_snapshot!(format!("{:#}", json_schema()));
}

#[test]
fn it_is_a_schema() {
    let schema = json_schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert!(jsonschema::meta::is_valid(&schema));
    assert_eq!(schema["required"], json!(["toolName", "responseType"]));
}

#[test]
fn openai_gets_its_own_form() {
    let openai = openai_schema();
    assert_eq!(openai["strict"], false);
    assert!(openai["name"].is_string());
    assert_eq!(openai["schema"]["properties"], json_schema()["properties"]);
    assert_eq!(openai["schema"]["additionalProperties"], true);
}

#[test]
fn every_field_but_two_may_be_missing_or_null() {
    let least = json!({ "toolName": "t", "responseType": "list" });
    assert_valid(&least);
    for field in ["data", "pagination", "summary", "status", "message", "error", "metadata"] {
        let mut envelope = least.clone();
        envelope[field] = Value::Null;
        assert_valid(&envelope);
    }
    for part in ["offset", "limit", "hasMore", "nextOffset", "before", "after"] {
        assert_valid(&json!({ "toolName": "t", "responseType": "list", "pagination": { part: null } }));
    }
    for part in ["total", "returned", "hasMore"] {
        assert_valid(&json!({ "toolName": "t", "responseType": "list", "summary": { part: null } }));
    }
    for part in ["code", "message", "details"] {
        assert_valid(&json!({ "toolName": "t", "responseType": "error", "error": { part: null } }));
    }
    assert!(!is_valid(&json!({ "responseType": "list" })));
    assert!(!is_valid(&json!({ "toolName": "t" })));
}

#[test]
fn wrong_values_do_not_fit() {
    for (field, value) in [
        ("responseType", json!("many")),
        ("data", json!("text")),
        ("data", json!(7)),
        ("status", json!("ok")),
        ("pagination", json!({ "offset": -1 })),
        ("pagination", json!({ "limit": 0 })),
        ("pagination", json!({ "nextOffset": true })),
        ("summary", json!({ "total": "many" })),
        ("error", json!({ "details": 7 })),
        ("metadata", json!([])),
    ] {
        let mut envelope = json!({ "toolName": "t", "responseType": "list" });
        envelope[field] = value;
        assert!(!is_valid(&envelope), "{envelope}");
    }
}

#[test]
fn it_names_exactly_the_fields_that_are_written() {
    // No response has all: an error has no pages.
    let failed = json!({
        "toolName": "t", "responseType": "error", "status": "error", "message": "m", "data": {},
        "error": { "code": 1, "message": "m", "details": {} },
        "summary": { "total": 1, "returned": 1, "hasMore": true },
        "metadata": { "x": 1 },
    });
    let listed = json!({
        "toolName": "t", "responseType": "list", "data": [],
        "pagination": { "offset": 0, "limit": 1, "hasMore": true, "nextOffset": 1, "before": "a", "after": "b" },
    });
    let mut written = json!({});
    for sent in [failed, listed] {
        let envelope = retort_core::Envelope::read(sent.to_string(), None);
        assert!(envelope.extra.is_empty(), "every field is known");
        let read: Value = serde_json::from_str(&envelope.to_json()).unwrap();
        assert_eq!(read, sent, "and kept");
        written.as_object_mut().unwrap().extend(read.as_object().unwrap().clone());
    }
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<std::collections::BTreeSet<_>>();
    let schema = json_schema();
    assert_eq!(keys(&written), keys(&schema["properties"]));
    for part in ["error", "pagination", "summary"] {
        assert_eq!(keys(&written[part]), keys(&schema["properties"][part]["properties"]), "{part}");
    }
}

#[test]
fn unknown_fields_are_welcome_at_every_level() {
    assert_valid(&json!({
        "toolName": "t", "responseType": "error", "x": 1,
        "pagination": { "x": 1 }, "summary": { "x": 1 }, "error": { "x": 1 }, "metadata": { "x": 1 },
    }));
}
