//! The labelled corpora: what a text looks like, what an answer says, and what real servers sent.

use retort_core::{Envelope, OddityKind, Payload, Raw, detect, read, read_error, read_result};
use serde_json::Value;

use crate::lines;

#[test]
fn formats_of_the_samples() {
    formats_are_right("corpus/detect-sample.jsonl");
}

#[test]
fn formats_of_our_own_corpus() {
    formats_are_right("corpus/detect.jsonl");
}

#[test]
fn formats_of_real_servers() {
    formats_are_right("corpus/detect-real.jsonl");
}

#[test]
fn formats_by_kind() {
    formats_are_right("corpus/detect-kinds.jsonl");
}

#[test]
fn envelopes_of_real_servers() {
    envelopes_are_right("corpus/normalise-real.jsonl");
}

#[test]
fn envelopes_by_kind() {
    envelopes_are_right("corpus/normalise-kinds.jsonl");
}

#[test]
fn envelopes_of_the_samples() {
    envelopes_are_right("corpus/normalise-sample.jsonl");
}

#[test]
fn envelopes_of_our_own_corpus() {
    envelopes_are_right("corpus/normalise.jsonl");
}

#[test]
fn pages_of_our_own_corpus() {
    envelopes_are_right("corpus/pages.jsonl");
}

#[test]
fn formats_in_the_field() {
    formats_are_right("corpus/field-detect.jsonl");
}

#[test]
fn envelopes_in_the_field() {
    envelopes_are_right("corpus/field-normalise.jsonl");
}

#[test]
fn formats_of_kinds_met_in_the_field() {
    formats_are_right("corpus/field-kinds-detect.jsonl");
}

#[test]
fn envelopes_of_kinds_met_in_the_field() {
    envelopes_are_right("corpus/field-kinds-normalise.jsonl");
}

#[test]
fn recorded_messages_are_read_as_what_they_are() {
    for case in lines("corpus/recorded.jsonl") {
        let sent = case["message"].as_str().unwrap();
        let reading = read(sent);
        let message = &reading.messages[0];
        let body: Value = serde_json::from_str(&sent.replace("NaN", "null")).unwrap();
        let envelope = Envelope::from_message(message, case["tool"].as_str());
        if body.get("error").is_some() {
            let sent = body["error"]["message"].as_str().unwrap();
            assert!(sent.ends_with(&envelope.error().unwrap().message), "{}: {sent}", case["id"]);
        }
        // Real servers are odd in few ways: whatever is noted must be one of these.
        for oddity in &envelope.metadata.oddities {
            let known = [
                OddityKind::IntegerBeyond64Bits,
                OddityKind::JsonAmongProse,
                OddityKind::NonFiniteNumber,
                OddityKind::StructuredContentAlone,
                OddityKind::StructuredContentArray,
            ];
            assert!(known.contains(&oddity.kind), "{}: {oddity}", case["id"]);
        }
    }
}

fn formats_are_right(file: &str) {
    let wrong: Vec<String> = lines(file)
        .iter()
        .filter_map(|case| {
            let payload = Payload::of_text(case["text"].as_str().unwrap());
            let found = detect(&payload, case["isError"] == true);
            assert!((0.0..=1.0).contains(&found.confidence));
            let expected = case["format"].as_str().unwrap();
            (found.format.name() != expected)
                .then(|| format!("{} {}: {} instead of {expected}", case["id"], case["why"], found.format))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn envelopes_are_right(file: &str) {
    let mut wrong = Vec::new();
    for case in lines(file) {
        let raw = |value: &Value| Raw::parse(value.to_string()).unwrap();
        let message = match case.get("result") {
            Some(result) => read_result(&raw(result)),
            None => read_error(&raw(&case["error"])),
        };
        let envelope = Envelope::from_message(&message, case["tool"].as_str());
        let envelope: Value = serde_json::from_str(&envelope.to_json()).unwrap();
        for (key, expected) in case["expect"].as_object().unwrap() {
            let data = &envelope["data"];
            let holds = match key.as_str() {
                "dataLength" => data.as_array().map(|rows| rows.len() as u64) == expected.as_u64(),
                "dataContains" => contains(expected, data),
                "data" => same(expected, data),
                key => meets(expected, &envelope[key], key),
            };
            if !holds {
                wrong.push(format!("{} {}: {key} is not {expected} in {envelope}", case["id"], case["tool"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Equality in which 1 and 1.0 are the same number.
fn same(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        (a, b) => a == b,
    }
}

fn contains(expected: &Value, found: &Value) -> bool {
    match expected {
        Value::Object(members) => {
            members.iter().all(|(key, value)| found.get(key).is_some_and(|found| contains(value, found)))
        }
        expected => same(expected, found),
    }
}

/// Whether a field is what is expected of it: a value, a part of one, or one of the corpus's operators.
fn meets(expected: &Value, found: &Value, path: &str) -> bool {
    let Value::Object(members) = expected else {
        let as_text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        return same(expected, found) || path == "error.code" && as_text(expected) == as_text(found);
    };
    if let Some(text) = members.get("$contains") {
        return found.as_str().is_some_and(|found| found.contains(text.as_str().unwrap()));
    }
    if let Some(one_of) = members.get("$in") {
        return one_of.as_array().unwrap().iter().any(|value| same(value, found));
    }
    if members.contains_key("$absent") {
        return found.is_null() || found.as_object().is_some_and(serde_json::Map::is_empty);
    }
    members.iter().all(|(key, value)| meets(value, &found[key], &format!("{path}.{key}")))
}
