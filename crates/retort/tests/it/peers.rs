//! Independent peers: what Retort writes is what the protocol's own SDK reads.
//!
//! `./test` installs the peers and says where they are.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use retort_core::{Dialect, Envelope, n8n_schema, read};
use serde_json::{Value, json};

use crate::root;

/// A program of the peers.
pub(crate) fn program(peers: &Path, name: &str) -> String {
    let program = peers.join(name);
    assert!(program.exists(), "a peer is missing: {} is not there", program.display());
    program.into_os_string().into_string().unwrap()
}

#[test]
fn the_python_sdk_reads_every_dialect() {
    let Some(peers) = trials::peers("`mcp` (PyPI)") else { return };
    let corpus = root().join("crates/retort-core/tests/corpus/recorded.jsonl");
    let mut messages = String::new();
    let mut count = 0;
    for line in std::fs::read_to_string(corpus).unwrap().lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let message = read(case["message"].as_str().unwrap()).into_first();
        let envelope = Envelope::from_message(&message, case["tool"].as_str());
        for dialect in Dialect::ALL {
            messages.push_str(dialect.write(&envelope).to_message(message.id.as_ref()).as_str());
            messages.push('\n');
            count += 1;
        }
    }
    let mut child = Command::new(program(&peers, "python/bin/python"))
        .arg(root().join("tests/peers/read_results.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // A peer that cannot read a message says why and reads no further.
    let _ = child.stdin.take().unwrap().write_all(messages.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), format!("{count} read"));
}

#[test]
fn n8n_takes_its_schema_for_what_it_is() {
    let Some(peers) = trials::peers("`@n8n/json-schema-to-zod` (npm)") else { return };
    let with = |field: &str, value: Value| {
        let mut envelope = json!({ "toolName": "t", "responseType": "list" });
        envelope[field] = value;
        envelope
    };
    let corpus = root().join("crates/retort-core/tests/corpus/recorded.jsonl");
    let recorded = std::fs::read_to_string(corpus).unwrap();
    let parsed = recorded.lines().take(100).map(|line| {
        let case: Value = serde_json::from_str(line).unwrap();
        let envelope = Envelope::read(case["message"].as_str().unwrap(), case["tool"].as_str());
        serde_json::from_str(&envelope.to_json()).unwrap()
    });
    let mut good: Vec<Value> = parsed.collect();
    good.extend([
        json!({
            "toolName": "discord_list_channels", "responseType": "list",
            "data": [{ "id": "123456789", "name": "general", "type": "text" }],
            "pagination": { "offset": 0, "limit": 50, "hasMore": true, "nextOffset": 50 },
            "summary": { "total": 150, "returned": 50, "hasMore": true },
        }),
        json!({ "toolName": "discord_get_user_info", "responseType": "single", "data": { "id": "1", "avatar": "https://..." } }),
        json!({
            "toolName": "discord_send_message", "responseType": "action", "data": { "messageId": "987654321" },
            "status": "success", "message": "Message sent successfully",
        }),
        json!({ "toolName": "mcp_list_tools", "responseType": "tool_catalog", "data": [{ "name": "a", "schema": {} }] }),
        json!({
            "toolName": "discord_send_message", "responseType": "error", "status": "error", "message": "Failed",
            "error": { "code": "PERMISSION_DENIED", "message": "No", "details": {} },
        }),
        with("pagination", json!({ "nextOffset": "abc", "before": null, "after": "x", "more": 1 })),
        with("error", json!({ "code": 5, "message": null, "details": "why" })),
        with("metadata", json!({ "any": [1] })),
        with("data", Value::Null),
        with("more", json!(true)),
    ]);
    let bad = vec![
        json!({}),
        json!([]),
        json!("text"),
        json!({ "toolName": "t" }),
        json!({ "responseType": "list" }),
        with("responseType", json!("x")),
        with("toolName", json!(7)),
        with("data", json!("text")),
        with("data", json!(7)),
        with("status", json!("ok")),
        with("message", json!(5)),
        with("pagination", json!([])),
        with("pagination", json!({ "offset": -1 })),
        with("pagination", json!({ "limit": 0 })),
        with("pagination", json!({ "hasMore": "yes" })),
        with("pagination", json!({ "nextOffset": true })),
        with("summary", json!({ "total": "many" })),
        with("summary", json!({ "returned": -1 })),
        with("error", json!("boom")),
        with("error", json!({ "details": 7 })),
        with("metadata", json!("note")),
    ];
    let count = good.len() + bad.len();
    let asked = json!({ "schema": n8n_schema(), "good": good, "bad": bad }).to_string();
    let mut child = Command::new("node")
        .arg(root().join("tests/peers/n8n_schema.mjs"))
        .arg(peers.join("n8n"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(asked.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), format!("{count} judged"));
}
