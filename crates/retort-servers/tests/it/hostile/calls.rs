//! Calls: more at once than there is room for, and several under one id.

use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;
use trials::PATIENCE;

use super::{BOTH, Server, Which, begun, call, post, response};

/// Until a call is answered.
async fn until_answered(server: Server, headers: &[(&str, &str)]) {
    let answered = async {
        while server.said(post(headers, &server.quick(99))).await.status != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, answered).await.expect("there is never room again");
}

#[tokio::test]
async fn only_so_many_calls_are_worked_on() {
    for which in BOTH {
        let server = Server::start(which, |limits| limits.calls = 3).await;
        let session = server.session().await;
        let headers = [("Mcp-Session-Id", session.as_str())];
        let mut open = Vec::new();
        for id in 10..13 {
            let mut stream = server.send(post(&headers, &server.endless(id))).await;
            if which == Which::Gallery {
                begun(&mut stream).await;
            }
            open.push(stream);
        }
        let refusal = async {
            loop {
                let refusal = server.said(post(&headers, &server.quick(20))).await;
                if refusal.status != 200 {
                    break refusal;
                }
            }
        };
        let refusal = tokio::time::timeout(PATIENCE, refusal).await.expect("there is no limit");
        assert_eq!((refusal.status, refusal.code()), (503, Some(-32000)), "{which:?}: {}", refusal.text);
        assert!(refusal.header("retry-after").is_some() && refusal.text.contains("3 requests"), "{}", refusal.text);
        // What is no call is taken all the same.
        let told = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(server.said(post(&headers, &told)).await.status, 202, "{which:?}");
        if which == Which::Gallery {
            let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 11}});
            assert_eq!(server.said(post(&headers, &cancelled)).await.status, 202);
        } else {
            open.pop();
        }
        until_answered(server, &headers).await;
    }
}

#[tokio::test]
async fn calls_whose_clients_have_left_make_room_for_others() {
    let server = Server::start(Which::Gallery, |limits| limits.calls = 3).await;
    for id in 0..3 {
        let session = server.session().await;
        let mut stream = server.send(post(&[("Mcp-Session-Id", &session)], &server.endless(id))).await;
        begun(&mut stream).await;
    }
    let opened = async {
        while server.said(post(&[], &super::initialize())).await.status != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, opened).await.expect("calls that nobody waits for go on for ever");
}

#[tokio::test]
async fn calls_without_a_session_end_with_their_clients() {
    let server = Server::start(Which::Gallery, |limits| limits.calls = 2).await;
    let headers = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "fail")];
    let mut message = server.endless(7);
    message["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let open = [server.send(post(&headers, &message)).await, server.send(post(&headers, &message)).await];
    // Without a session, one id for both is no harm.
    let refused = async {
        while server.said(post(&[], &super::initialize())).await.status == 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, refused).await.expect("the calls are not counted");
    drop(open);
    let taken = async { while server.said(post(&[], &super::initialize())).await.status != 200 {} };
    tokio::time::timeout(PATIENCE, taken).await.expect("calls that nobody waits for go on for ever");
}

#[tokio::test]
async fn an_id_is_not_used_twice_at_once() {
    let server = Server::start(Which::Gallery, |_| {}).await;
    let session = server.session().await;
    let mut asked = JoinSet::new();
    let mut left = 50;
    for number in 0..50 {
        let text = format!("answer-{number}");
        let message = if number == 0 { server.endless(7) } else { call(7, "echo", &json!({"text": text})) };
        let request = post(&[("Mcp-Session-Id", &session)], &message);
        let mut stream = server.send(request).await;
        if number == 0 {
            begun(&mut stream).await;
        }
        asked.spawn(async move { (number, response(&mut stream).await) });
    }
    let mut first = None;
    while let Some(asked) = asked.join_next().await {
        let (number, said) = asked.unwrap();
        if number == 0 {
            first = Some(said);
            continue;
        }
        assert_eq!((said.status, said.code()), (400, Some(-32600)), "{number}: {}", said.text);
        assert!(!said.text.contains("answer-"), "{number}: {}", said.text);
        left -= 1;
        if left == 1 {
            let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}});
            assert_eq!(server.said(post(&[("Mcp-Session-Id", &session)], &cancelled)).await.status, 202);
        }
    }
    // Its head was read before the others were sent.
    let first = first.unwrap();
    assert!(!first.text.contains("answer-"), "{}", first.text);
    // Afterwards it is free.
    let free = async {
        while !server.said(post(&[("Mcp-Session-Id", &session)], &server.quick(7))).await.text.contains("quick") {}
    };
    tokio::time::timeout(PATIENCE, free).await.expect("the id is in use for ever");
}

#[tokio::test]
async fn an_id_of_the_oddities_is_not_used_twice_either() {
    let server = Server::start(Which::Oddities, |_| {}).await;
    let headers = [("Mcp-Session-Id", "mine")];
    let open = server.send(post(&headers, &server.endless(7))).await;
    let refused = async {
        loop {
            let said = server.said(post(&headers, &server.quick(7))).await;
            if said.status != 200 {
                break said;
            }
        }
    };
    let said = tokio::time::timeout(PATIENCE, refused).await.expect("it is taken twice");
    assert_eq!((said.status, said.code()), (400, Some(-32600)), "{}", said.text);
    for headers in [[("Mcp-Session-Id", "another")], [("Mcp-Session-Id", "")]] {
        assert_eq!(server.said(post(&headers, &server.quick(7))).await.status, 200);
    }
    drop(open);
    until_answered(server, &headers).await;
}
