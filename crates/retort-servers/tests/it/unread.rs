//! Lines that cannot be read, and messages before their time: each is answered or passed over, and the server goes on.

use serde_json::json;
use tokio::io::AsyncWriteExt;

use crate::client::Client;

fn call(value: &[u8]) -> Vec<u8> {
    let (head, tail) =
        (br#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"text":"#, b"}}}");
    [head.as_slice(), value, tail].concat()
}

#[tokio::test]
async fn a_line_that_cannot_be_read_is_answered() {
    let mut client = Client::session("2025-11-25", json!({})).await;
    let deep = [b"[".repeat(200), b"]".repeat(200)].concat();
    let long = [b"\"".to_vec(), b"x".repeat(17 << 20), b"\"".to_vec()].concat();
    let cases: [(&str, Vec<u8>, i64); 6] = [
        ("no JSON", b"{nonsense".to_vec(), -32700),
        ("no UTF-8", call(b"\"caf\xe9\""), -32700),
        ("half a character", call(br#""\ud83d""#), -32700),
        ("a number beyond all", call(b"1e999"), -32700),
        ("too deep", call(&deep), -32700),
        ("too long", call(&long), -32600),
    ];
    for (name, line, code) in cases {
        let mut line = line;
        line.push(b'\n');
        client.write.write_all(&line).await.unwrap();
        let answer = client.message().await;
        assert_eq!(answer["error"]["code"], code, "{name}: {answer}");
        let answer = client.request("ping", json!({})).await;
        assert!(answer["result"].is_object(), "{name}: {answer}");
    }
}

#[tokio::test]
async fn the_last_line_counts_without_an_end_too() {
    let mut client = Client::session("2025-11-25", json!({})).await;
    client.write.write_all(br#"{"jsonrpc":"2.0","id":"last","method":"ping"}"#).await.unwrap();
    client.write.shutdown().await.unwrap();
    assert_eq!(client.message().await["id"], "last");
}

#[tokio::test]
async fn what_comes_before_anything_was_asked_is_passed_over() {
    let mut client = Client::connect();
    client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    client.send(&json!({"jsonrpc": "2.0", "id": 5, "result": {}})).await;
    let params = json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}
    });
    let answer = client.request("initialize", params).await;
    assert_eq!(answer["result"]["protocolVersion"], "2025-11-25");
}
