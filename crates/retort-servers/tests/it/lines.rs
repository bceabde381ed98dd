//! A client over a pair of streams that asks faster than it listens, or asks twice under one id: it waits, or is told, and
//! nobody gets an answer that is another's.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use retort_server::Limits;
use retort_server::sdk::serve_stream;
use retort_servers::gallery::Gallery;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use trials::PATIENCE;

use crate::client::Client;

fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    change(&mut limits);
    limits
}

#[tokio::test]
async fn whoever_does_not_listen_is_not_read_from() {
    const ASKED: usize = 2_000;
    let (near, far) = tokio::io::duplex(1 << 12);
    let (read, write) = tokio::io::split(far);
    let few = limits(|limits| {
        limits.calls = 4;
        limits.room_time = PATIENCE;
    });
    tokio::spawn(serve_stream(Gallery::new(), read, write, few));
    let (read, mut write) = tokio::io::split(near);
    let mut lines = BufReader::new(read).lines();
    let params = json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}
    });
    let opening = json!({"jsonrpc": "2.0", "id": "open", "method": "initialize", "params": params});
    write.write_all(format!("{opening}\n").as_bytes()).await.unwrap();
    lines.next_line().await.unwrap();
    let written = Arc::new(AtomicUsize::new(0));
    let writing = tokio::spawn({
        let written = Arc::clone(&written);
        async move {
            write.write_all(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n").await.unwrap();
            for id in 0..ASKED {
                let asked = json!({"jsonrpc": "2.0", "id": id, "method": "tools/list"});
                write.write_all(format!("{asked}\n").as_bytes()).await.unwrap();
                written.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    // It goes on until the server takes no more.
    let mut before = usize::MAX;
    while written.load(Ordering::Relaxed) != before {
        before = written.load(Ordering::Relaxed);
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    // What fits into the pipe, into the buffer behind it and into four calls.
    let line = json!({"jsonrpc": "2.0", "id": 0, "method": "tools/list"}).to_string().len();
    let most = ((1 << 12) + (1 << 13)) / line + 8;
    assert!(before <= most, "{before} requests were taken from a client that reads none of the answers, not {most}");
    let mut answered = vec![false; ASKED];
    for _ in 0..ASKED {
        let line =
            tokio::time::timeout(PATIENCE, lines.next_line()).await.expect("the server is stuck").unwrap().unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert!(answer["result"].is_object(), "{line}");
        let id = usize::try_from(answer["id"].as_u64().unwrap()).unwrap();
        assert!(!std::mem::replace(&mut answered[id], true), "{id} twice");
    }
    writing.await.unwrap();
}

#[tokio::test]
async fn an_id_is_not_used_twice_at_once() {
    let mut client = Client::session("2025-11-25", json!({"elicitation": {}})).await;
    let call = |tool: &str, arguments: Value| json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": tool, "arguments": arguments}});
    client.send(&call("ask_person", json!({}))).await;
    let question = client.message().await;
    for number in 1..50 {
        client.send(&call("echo", json!({"text": format!("answer-{number}")}))).await;
    }
    for _ in 1..50 {
        let refusal = client.message().await;
        assert_eq!(refusal["error"]["code"], -32600, "{refusal}");
        // The id is that of the other call.
        assert!(refusal.get("id").is_none_or(Value::is_null), "{refusal}");
        assert_eq!(refusal["error"]["data"]["id"], 7, "{refusal}");
    }
    client.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "decline"}})).await;
    let answer = client.message().await;
    assert_eq!(answer["id"], 7);
    assert!(answer.to_string().contains("decline"), "{answer}");
    // Then it is free.
    client.send(&call("echo", json!({"text": "again"}))).await;
    let answer = client.message().await;
    assert!(answer.to_string().contains("again"), "{answer}");
}

#[tokio::test]
async fn a_number_is_another_id_than_the_text_of_its_digits() {
    let mut client = Client::session("2025-11-25", json!({})).await;
    for id in [json!(7), json!("7")] {
        client.send(&json!({"jsonrpc": "2.0", "id": id, "method": "ping"})).await;
    }
    for _ in 0..2 {
        let answer = client.message().await;
        assert!(answer["result"].is_object(), "{answer}");
    }
}

#[tokio::test]
async fn where_there_is_no_room_for_long_a_call_is_refused_and_what_follows_is_read() {
    let few = limits(|limits| {
        limits.calls = 1;
        limits.room_time = Duration::from_millis(200);
    });
    let mut client = Client::session_within(few, "2025-11-25", json!({})).await;
    let silent = client.ask("tools/call", json!({"name": "fail", "arguments": {"way": "silence"}})).await;
    let refused = client.ask("ping", json!({})).await;
    let refusal = client.message().await;
    assert_eq!((&refusal["id"], &refusal["error"]["code"]), (&json!(refused), &json!(-32000)), "{refusal}");
    let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": silent}});
    client.send(&cancelled).await;
    let answer = client.request("ping", json!({})).await;
    assert!(answer["result"].is_object(), "{answer}");
}

#[tokio::test]
async fn a_question_is_answered_though_there_is_no_room_for_a_call() {
    let few = limits(|limits| {
        limits.calls = 1;
        limits.room_time = Duration::from_millis(200);
    });
    let mut client = Client::session_within(few, "2025-11-25", json!({"elicitation": {}})).await;
    let asking = client.ask("tools/call", json!({"name": "ask_person", "arguments": {}})).await;
    let question = client.message().await;
    assert_eq!(question["method"], "elicitation/create", "{question}");
    // It comes before the answer, and there is no room for it.
    let ping = client.ask("ping", json!({})).await;
    client.send(&json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "decline"}})).await;
    let both = [client.message().await, client.message().await];
    assert!(both.iter().any(|message| message["id"] == ping && message["error"]["code"] == -32000), "{both:?}");
    assert!(both.iter().any(|message| message["id"] == asking && message["result"].is_object()), "{both:?}");
}

#[tokio::test]
async fn a_line_of_many_values_is_weighed_before_it_is_read() {
    let few = limits(|limits| limits.waiting_bytes = 1_000_000);
    let mut client = Client::session_within(few, "2025-11-25", json!({})).await;
    for heavy in
        [format!("[{}0]", "0,".repeat(100_000)), "[".repeat(900_000), format!("{{{}}}", "\"a\":1,".repeat(50_000))]
    {
        client.write.write_all(format!("{heavy}\n").as_bytes()).await.unwrap();
        let refusal = client.message().await;
        assert_eq!(refusal["error"]["code"], -32600, "{refusal}");
    }
    assert!(client.request("ping", json!({})).await["result"].is_object());
}

#[tokio::test]
async fn large_answers_wait_for_each_other() {
    let few = limits(|limits| limits.answer_bytes = 10_000_000);
    let mut client = Client::session_within(few, "2025-11-25", json!({})).await;
    for _ in 0..10 {
        client.ask("tools/call", json!({"name": "sized", "arguments": {"bytes": 6_000_000, "shape": "text"}})).await;
    }
    for _ in 0..10 {
        let answer = client.message().await;
        assert_eq!(answer["result"]["content"][0]["text"].as_str().map(str::len), Some(6_000_000));
    }
}
