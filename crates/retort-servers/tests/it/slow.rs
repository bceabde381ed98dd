//! The slow tool reports progress where it was asked to, and logs what the client wants to hear.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use crate::client::Client;

/// The notifications of a call, and its answer.
async fn call(client: &mut Client, params: Value) -> (Vec<Value>, Value) {
    let id = client.ask("tools/call", params).await;
    let mut notifications = Vec::new();
    loop {
        let message = client.message().await;
        if message["id"] == id {
            return (notifications, message);
        }
        notifications.push(message);
    }
}

fn of<'a>(notifications: &'a [Value], method: &str) -> Vec<&'a Value> {
    notifications.iter().filter(|message| message["method"] == method).map(|message| &message["params"]).collect()
}

#[tokio::test]
async fn progress_counts_up_to_its_total() {
    let mut client = Client::session("2025-11-25", json!({})).await;
    let start = Instant::now();
    let arguments = json!({"seconds": 0.4, "steps": 4});
    let params = json!({"name": "slow", "arguments": arguments, "_meta": {"progressToken": "here"}});
    let (notifications, answer) = call(&mut client, params).await;
    assert!(start.elapsed() >= Duration::from_millis(400));
    assert_eq!(answer["result"]["content"][0]["text"], "Done: 4 steps in 0.4 seconds.");
    let progress = of(&notifications, "notifications/progress");
    assert_eq!(progress.len(), 4);
    for (report, step) in progress.iter().zip(1..) {
        assert_eq!(report["progressToken"], "here");
        assert_eq!((report["progress"].as_f64(), report["total"].as_f64()), (Some(f64::from(step)), Some(4.0)));
        assert_eq!(report["message"], format!("step {step} of 4"));
    }
}

#[tokio::test]
async fn a_client_hears_what_it_asked_for() {
    let params = json!({"name": "slow", "arguments": {"seconds": 0, "steps": 3}});
    let mut client = Client::session("2025-11-25", json!({})).await;
    let (all, _) = call(&mut client, params.clone()).await;
    assert!(of(&all, "notifications/progress").is_empty());
    assert_eq!(of(&all, "notifications/message").len(), 5);
    client.request("logging/setLevel", json!({"level": "notice"})).await;
    let (few, _) = call(&mut client, params).await;
    assert_eq!(
        of(&few, "notifications/message"),
        [&json!({"level": "notice", "logger": "gallery", "data": "all steps are done"})]
    );
}

#[tokio::test]
async fn without_sessions_a_request_says_what_it_wants_to_hear() {
    let mut client = Client::connect();
    let mut meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = |meta: &Value| json!({"name": "slow", "arguments": {"seconds": 0, "steps": 3}, "_meta": meta});
    let (none, _) = call(&mut client, params(&meta)).await;
    assert!(none.is_empty(), "{none:?}");
    meta["io.modelcontextprotocol/logLevel"] = json!("info");
    let (two, _) = call(&mut client, params(&meta)).await;
    assert_eq!(of(&two, "notifications/message").len(), 2, "{two:?}");
}
