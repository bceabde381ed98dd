//! The tool that fails does so in the way that it is asked to.

use std::process::Stdio;
use std::time::Duration;

use retort_core::{Code, ResponseType};
use retort_server::Limits;
use retort_server::sdk::serve_stream;
use retort_servers::gallery::Gallery;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::process::Command;
use tokio::time::{Instant, timeout};
use trials::PATIENCE;

use crate::client::{Client, call, envelope, result};

#[tokio::test]
async fn every_way_that_is_answered_is_an_error() {
    for way in [
        "tool_error",
        "tool_error_json",
        "tool_error_empty",
        "unmarked_text",
        "unmarked_json",
        "invalid_params",
        "internal_error",
        "custom_code",
        "panic",
        "crash",
    ] {
        let answer: Value = serde_json::from_str(&call("fail", json!({"way": way})).await).unwrap();
        let marked = answer["result"]["isError"] == true;
        assert_eq!(marked, way.starts_with("tool_error") || way == "crash", "{answer}");
        let code = match way {
            "invalid_params" => json!(-32602),
            "internal_error" | "panic" => json!(-32603),
            "custom_code" => json!(-32001),
            _ => Value::Null,
        };
        assert_eq!(answer["error"]["code"], code, "{answer}");
        assert_eq!(envelope("fail", json!({"way": way})).await.response_type(), ResponseType::Error, "{way}");
    }
}

#[tokio::test]
async fn json_in_an_error_has_its_code() {
    for way in ["tool_error_json", "unmarked_json"] {
        let envelope = envelope("fail", json!({"way": way})).await;
        assert_eq!(envelope.error().unwrap().code, Some(Code::Text("VESSEL_CRACKED".to_owned())), "{way}");
    }
}

#[tokio::test]
async fn a_late_answer_is_late_and_good() {
    let start = Instant::now();
    let result = result("fail", json!({"way": "late", "seconds": 0.3})).await;
    assert!(start.elapsed() >= Duration::from_millis(300));
    assert_eq!(result["isError"], false);
}

#[tokio::test]
async fn silence_lasts_and_leaves_the_connection_open() {
    let mut client = Client::session("2025-11-25", json!({})).await;
    let silent = client.ask("tools/call", json!({"name": "fail", "arguments": {"way": "silence"}})).await;
    assert!(timeout(Duration::from_millis(300), client.line()).await.is_err());
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": silent}})).await;
    let answer = client.request("ping", json!({})).await;
    assert_eq!(answer["result"], json!({}));
}

/// Not a test but a server, for the test below to start as a process of its own.
#[tokio::test]
#[ignore = "serves stdin until it is closed"]
async fn serve_in_a_process_of_its_own() {
    serve_stream(Gallery::new().with_own_process(), tokio::io::stdin(), tokio::io::stdout(), Limits::default())
        .await
        .unwrap();
}

#[tokio::test]
async fn a_crash_ends_the_process_that_is_the_servers_own() {
    let mut server = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "failing::serve_in_a_process_of_its_own", "--ignored", "--nocapture"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({"name": "fail", "arguments": {"way": "crash"}, "_meta": meta});
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let mut stdin = server.stdin.take().unwrap();
    stdin.write_all(format!("{request}\n").as_bytes()).await.unwrap();
    let status = timeout(PATIENCE, server.wait()).await.unwrap().unwrap();
    assert_eq!(status.code(), Some(70));
}
