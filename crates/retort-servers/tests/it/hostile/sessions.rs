//! Sessions and streams: there are only so many, and those who use theirs keep it.

use std::time::Duration;

use serde_json::json;
use trials::PATIENCE;

use super::{BOTH, Server, Which, begun, initialize, post, request};

fn get(session: &str) -> String {
    request("GET", &[("Mcp-Session-Id", session)], "")
}

async fn status(server: Server, session: &str) -> u16 {
    let ping = json!({"jsonrpc": "2.0", "id": 3, "method": "ping"});
    server.said(post(&[("Mcp-Session-Id", session)], &ping)).await.status
}

#[tokio::test]
async fn sessions_that_were_never_used_go_first_the_longest_idle_before_others() {
    let server = Server::start(Which::Gallery, |limits| limits.sessions = 5).await;
    let used = [server.session().await, server.session().await];
    let mut unused = Vec::new();
    for _ in 0..100 {
        let opened = server.said(post(&[], &initialize())).await;
        assert_eq!(opened.status, 200, "{}", opened.text);
        unused.push(opened.header("mcp-session-id").unwrap().to_owned());
    }
    for session in &used {
        assert_eq!(status(server, session).await, 200);
    }
    assert_eq!(status(server, &unused[0]).await, 404);
    assert_eq!(status(server, &unused[96]).await, 404);
    for session in &unused[97..] {
        assert_eq!(status(server, session).await, 200);
    }
    // Now all are used: the longest idle goes, which is the first.
    server.session().await;
    assert_eq!(status(server, &used[0]).await, 404);
    assert_eq!(status(server, &used[1]).await, 200);
}

#[tokio::test]
async fn a_session_with_an_open_stream_is_in_use() {
    let server = Server::start(Which::Gallery, |limits| limits.sessions = 2).await;
    let mut open = Vec::new();
    for _ in 0..2 {
        let mut stream = server.send(get(&server.session().await)).await;
        begun(&mut stream).await;
        open.push(stream);
    }
    let refusal = server.said(post(&[], &initialize())).await;
    assert_eq!((refusal.status, refusal.code()), (503, Some(-32000)), "{}", refusal.text);
    assert!(refusal.text.contains("2 sessions"), "{}", refusal.text);
    open.pop();
    let taken = async { while server.said(post(&[], &initialize())).await.status != 200 {} };
    tokio::time::timeout(PATIENCE, taken).await.expect("there is never room again");
}

#[tokio::test]
async fn a_session_that_nobody_uses_ends() {
    let server = Server::start(Which::Gallery, |limits| limits.session_idle = Duration::from_secs(3)).await;
    let (left, used) = (server.session().await, server.session().await);
    let mut stream = server.send(get(&used)).await;
    begun(&mut stream).await;
    // Asking would be using it: so it is asked once, long after.
    tokio::time::sleep(Duration::from_secs(9)).await;
    assert_eq!(status(server, &left).await, 404);
    assert_eq!(status(server, &used).await, 200);
}

#[tokio::test]
async fn there_are_only_so_many_streams() {
    for which in BOTH {
        let server = Server::start(which, |limits| limits.streams = 2).await;
        let mut open = Vec::new();
        for _ in 0..2 {
            let mut stream = server.send(get(&server.session().await)).await;
            assert!(begun(&mut stream).await.starts_with("HTTP/1.1 200"), "{which:?}");
            open.push(stream);
        }
        let close = |session: &str| request("GET", &[("Mcp-Session-Id", session), ("Connection", "close")], "");
        let refusal = server.said(close(&server.session().await)).await;
        assert_eq!((refusal.status, refusal.code()), (503, Some(-32000)), "{which:?}: {}", refusal.text);
        server.answers().await;
        open.pop();
        let session = server.session().await;
        let taken = async {
            loop {
                let mut stream = server.send(get(&session)).await;
                if begun(&mut stream).await.starts_with("HTTP/1.1 200") {
                    break;
                }
            }
        };
        tokio::time::timeout(PATIENCE, taken).await.expect("there is never room again");
    }
}
