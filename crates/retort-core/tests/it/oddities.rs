//! Every departure that the reader knows: met, named with its place, and read past without loss.

use std::collections::BTreeSet;

use retort_core::{Envelope, Oddity, OddityKind, Style, read};
use serde_json::Value;

use crate::lines;

fn sent(case: &Value) -> Vec<u8> {
    if let Some(text) = case["sent"].as_str() {
        return text.as_bytes().to_vec();
    }
    let hex = case["hex"].as_str().unwrap().as_bytes();
    hex.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

/// The oddities of everything that was read, and all envelopes as text.
fn read_all(bytes: Vec<u8>) -> (Vec<Oddity>, String) {
    let reading = read(bytes);
    let mut oddities = reading.oddities.clone();
    let mut shown = String::new();
    for message in reading.responses() {
        let envelope = Envelope::from_message(message, Some("get_thing"));
        oddities.extend(envelope.metadata.oddities.clone());
        let mut json = Vec::new();
        envelope.write_json(&mut json, Style::Line).unwrap();
        let json = String::from_utf8(json).unwrap();
        assert_strict(&json);
        shown.push_str(&json);
    }
    (oddities, shown)
}

/// What is written is strict JSON. An independent parser says so; it gives up on deep values by design.
fn assert_strict(json: &str) {
    if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(json) {
        assert!(error.to_string().contains("recursion limit"), "{error}: {json}");
    }
}

#[test]
fn each_is_noted_with_its_place_and_nothing_is_lost() {
    let mut failures = Vec::new();
    for case in lines("fixtures/oddities.jsonl") {
        let (oddities, shown) = read_all(sent(&case));
        let is_it = |oddity: &&Oddity| {
            oddity.kind.id() == case["id"]
                && *oddity.pointer == case["pointer"]
                && oddity.within.as_deref() == case["within"].as_str()
        };
        if !oddities.iter().any(|oddity| is_it(&oddity)) {
            failures.push(format!("{}: not among {oddities:?}", case["id"]));
        }
        let payload = case["shows"].as_str().unwrap();
        let quoted = serde_json::to_string(payload).unwrap();
        if !shown.contains(payload) && !shown.contains(quoted.trim_matches('"')) {
            failures.push(format!("{}: {payload:?} is not in {shown}", case["id"]));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_kind_has_a_case() {
    let cases: BTreeSet<String> =
        lines("fixtures/oddities.jsonl").iter().map(|case| case["id"].as_str().unwrap().to_owned()).collect();
    let kinds: BTreeSet<String> = OddityKind::ALL.iter().map(|kind| kind.id().to_owned()).collect();
    assert_eq!(cases, kinds);
}

#[test]
fn a_sound_response_has_none() {
    let sound = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hello"}],"isError":false}}"#;
    assert_eq!(read_all(sound.into()).0, []);
    let revision_2026 =
        r#"{"jsonrpc":"2.0","id":"a","result":{"resultType":"complete","content":[],"ttlMs":5,"cacheScope":"public"}}"#;
    assert_eq!(read_all(revision_2026.into()).0, []);
}

#[test]
fn many_of_a_kind_are_counted_and_not_listed() {
    let many = format!(r#"{{"content":[],"structuredContent":{{"a":[{}]}}}}"#, vec!["NaN"; 5000].join(","));
    let (oddities, _) = read_all(many.into());
    let of_kind: Vec<&Oddity> = oddities.iter().filter(|oddity| oddity.kind == OddityKind::NonFiniteNumber).collect();
    assert_eq!(of_kind.len(), 8);
    assert_eq!(of_kind.iter().map(|oddity| oddity.times).sum::<u32>(), 5000);
}
