//! Connections: silent ones, slow ones, ones that do not read, and more of them than there is room for.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use trials::PATIENCE;

use super::{BOTH, Server, Which, begun, call, initialize, post, request, response};

/// Long enough to send a request, and short enough to wait for.
const SHORT: Duration = Duration::from_secs(2);

/// Sends bytes one by one, over and over, until the server has had enough; gives what it said.
async fn dripped(mut stream: TcpStream, bytes: &[u8]) -> super::Response {
    let dripping = async {
        for byte in bytes.iter().cycle() {
            if stream.write_all(&[*byte]).await.is_err() {
                break;
            }
            let mut said = [0; 1024];
            match stream.try_read(&mut said) {
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                Ok(read) => {
                    let text = String::from_utf8_lossy(&said[..read]).into_owned();
                    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
                    return super::Response { status, text };
                }
                Err(_) => break,
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        super::Response { status: 0, text: String::new() }
    };
    tokio::time::timeout(PATIENCE, dripping).await.expect("the server listens for ever")
}

#[tokio::test]
async fn a_head_that_comes_slowly_is_not_waited_for() {
    for which in BOTH {
        let server = Server::start(which, |limits| limits.head_time = SHORT).await;
        let drip = dripped(server.connect().await, b"GET /mcp HTTP/1.1\r\nHost: localhost\r\nX: y\r\n").await;
        assert_eq!(drip.status, 408, "{which:?}: {}", drip.text);
        let half = server.said("POST /mcp HT").await;
        assert_eq!(half.status, 408, "{which:?}: {}", half.text);
        server.answers().await;
    }
}

#[tokio::test]
async fn a_body_that_comes_slowly_is_not_waited_for() {
    for which in BOTH {
        let server = Server::start(which, |limits| limits.body_time = SHORT).await;
        let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\n";
        for framing in ["Content-Length: 100000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n"] {
            let stream = server.send(format!("{head}{framing}")).await;
            let drip = dripped(stream, b"1\r\n \r\n").await;
            assert_eq!(drip.status, 408, "{which:?}: {}", drip.text);
        }
        server.answers().await;
    }
}

#[tokio::test]
async fn a_silent_connection_is_closed_after_a_while() {
    for which in BOTH {
        let server = Server::start(which, |limits| limits.silence = SHORT).await;
        assert_eq!(server.said("").await.text, "");
        // Between two requests it is the same.
        let mut stream = server.send(request("POST", &[], r#"{"jsonrpc":"2.0","method":"notifications/x"}"#)).await;
        begun(&mut stream).await;
        response(&mut stream).await;
    }
}

#[tokio::test]
async fn whoever_keeps_the_server_waiting_makes_room_for_others() {
    for which in BOTH {
        let server = Server::start(which, |limits| limits.connections = 8).await;
        let ways = ["", "POST /mcp HT", "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"];
        let mut waiting = Vec::new();
        for number in 0..60 {
            waiting.push(server.send(ways[number % ways.len()]).await);
        }
        server.answers().await;
        // The first were closed for the last.
        response(&mut waiting[0]).await;
        let mut last = waiting.pop().unwrap();
        last.write_all(b"xxxxxxxxxxxx").await.unwrap();
    }
}

#[tokio::test]
async fn where_all_wait_for_the_server_one_more_is_told_so() {
    for which in BOTH {
        let server = Server::start(which, |limits| limits.connections = 2).await;
        let session = server.session().await;
        let mut busy = Vec::new();
        for id in 0..2 {
            let mut stream = server.send(post(&[("Mcp-Session-Id", &session)], &server.endless(id))).await;
            match which {
                Which::Gallery => drop(begun(&mut stream).await),
                // Nothing tells when it has been read.
                Which::Oddities => tokio::time::sleep(SHORT).await,
            }
            busy.push(stream);
        }
        let refusal = server.said(post(&[], &initialize())).await;
        assert_eq!(refusal.status, 503, "{which:?}: {}", refusal.text);
        assert!(refusal.header("retry-after").is_some() && refusal.text.contains("2 connections"), "{}", refusal.text);
        drop(busy);
        tokio::time::timeout(PATIENCE, async { while server.said(post(&[], &initialize())).await.status != 200 {} })
            .await
            .expect("there is never room again");
    }
}

#[tokio::test]
async fn an_answer_that_is_not_taken_is_given_up() {
    let server = Server::start(Which::Gallery, |limits| {
        limits.silence = SHORT;
        limits.calls = 1;
    })
    .await;
    let session = server.session().await;
    let headers = [("Mcp-Session-Id", session.as_str())];
    let mut unread = server.send(post(&headers, &call(7, "sized", &json!({"bytes": 60_000_000})))).await;
    begun(&mut unread).await;
    // Its place is free again.
    let again = async {
        while !server.said(post(&headers, &server.quick(8))).await.text.contains("quick") {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, again).await.expect("the server waits for ever for one that does not read");
    let mut taken = Vec::new();
    while matches!(unread.read_buf(&mut taken).await, Ok(1..)) {}
    assert!(taken.len() < 60_000_000, "all of it was taken");
}

#[tokio::test]
async fn an_answer_that_is_taken_slowly_arrives() {
    for which in BOTH {
        let server = Server::start(which, |limits| limits.silence = Duration::from_secs(20)).await;
        let session = server.session().await;
        let large = match which {
            Which::Gallery => call(7, "sized", &json!({"bytes": 20_000_000})),
            Which::Oddities => call(7, "text-20-mb", &json!({})),
        };
        let mut stream = server.send(post(&[("Mcp-Session-Id", &session)], &large)).await;
        let mut taken = vec![0; 1 << 16];
        let mut bytes = 0;
        while let Ok(read @ 1..) = stream.read(&mut taken).await {
            bytes += read;
            if bytes < 1 << 20 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
        assert!(bytes > 20_000_000, "{which:?}: {bytes}");
    }
}

#[tokio::test]
async fn requests_in_one_go_are_answered_one_after_the_other() {
    for which in BOTH {
        let server = Server::start(which, |_| {}).await;
        let session = server.session().await;
        let headers = [("Mcp-Session-Id", session.as_str())];
        let ping =
            |id: usize| request("POST", &headers, &json!({"jsonrpc": "2.0", "id": id, "method": "ping"}).to_string());
        let all: String = (100..200).map(ping).collect();
        let last = post(&headers, &json!({"jsonrpc": "2.0", "id": 999, "method": "ping"}));
        let said = server.said(all + &last).await.text;
        let at =
            |id: usize| said.find(&format!("\"id\":{id}")).unwrap_or_else(|| panic!("{which:?}: no {id} in {said}"));
        assert!((100..199).all(|id| at(id) < at(id + 1)) && at(199) < at(999), "{which:?}");
    }
}
