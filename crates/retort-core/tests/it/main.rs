//! How Retort's core behaves, seen from outside.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod corpus;
mod dialects;
mod discord;
mod forms;
mod kept;
mod oddities;
mod one_at_a_time;
mod origins;
mod payloads;
mod properties;
mod schema;
mod seeds;

use serde_json::Value;

/// The envelope of some bytes, as JSON.
fn envelope(sent: impl Into<Vec<u8>>, tool: &str) -> Value {
    let envelope = retort_core::Envelope::read(sent, Some(tool));
    serde_json::from_str(&envelope.to_json()).expect("an envelope is JSON")
}

/// A result with one text.
fn text_result(text: &str) -> String {
    serde_json::json!({ "content": [{ "type": "text", "text": text }] }).to_string()
}

/// The lines of a file beside the tests, as JSON.
fn lines(file: &str) -> Vec<Value> {
    let path = format!("{}/tests/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the file is there");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}
