//! Heads and bodies: too large, too many, or nothing that can be read; and requests that a page elsewhere sent.

use serde_json::json;

use super::{BOTH, Server, initialize, post, request, response};

#[tokio::test]
async fn heads_have_a_size() {
    for which in BOTH {
        let server = Server::start(which, |_| {}).await;
        let long = "x".repeat(100_000);
        let many = "X: y\r\n".repeat(200);
        let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\n";
        for request in [
            format!("{head}X: {long}\r\n\r\n"),
            format!("{head}{long}"),
            format!("GET /{long} HTTP/1.1\r\n\r\n"),
            long.clone(),
            format!("{head}{many}\r\n"),
        ] {
            let refusal = server.said(&request).await;
            assert_eq!(refusal.status, 431, "{which:?}: {}: {}", &request[..60], refusal.text);
        }
        // A blank line before a request is nothing, and more are refused at once, however many follow.
        for (before, status) in [("\r\n", 200), ("\n", 200), ("\r\n\r\n", 400), ("\n\n", 400), (" \r\n", 400)] {
            let said = server.said(format!("{before}{}", post(&[], &initialize()))).await;
            assert_eq!(said.status, status, "{which:?} {before:?}: {}", said.text);
        }
        assert_eq!(server.said("\r\n".repeat(50_000)).await.status, 400, "{which:?}");
        server.answers().await;
    }
}

#[tokio::test]
async fn bodies_have_a_size_however_they_come() {
    for which in BOTH {
        let server = Server::start(which, |limits| limits.message_bytes = 10_000).await;
        let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\n";
        let chunks = format!("3e8\r\n{}\r\n", "x".repeat(1000)).repeat(11);
        for request in [
            request("POST", &[], &"x".repeat(10_001)),
            format!("{head}Content-Length: 10001\r\n\r\n"),
            format!("{head}Content-Length: 18446744073709551616\r\n\r\n"),
            format!("{head}Transfer-Encoding: chunked\r\n\r\n{chunks}"),
            format!("{head}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n"),
        ] {
            let refusal = server.said(&request).await;
            assert_eq!(refusal.status, 413, "{which:?}: {}: {}", &request[..60], refusal.text);
            assert!(refusal.text.contains("--max-size"), "{}", refusal.text);
        }
        server.answers().await;
    }
}

#[tokio::test]
async fn chunks_that_make_no_sense_are_refused() {
    for which in BOTH {
        let server = Server::start(which, |_| {}).await;
        let long = "y".repeat(5_000);
        for chunks in [
            "zz\r\n".to_owned(),
            "-1\r\n".to_owned(),
            "+1\r\nx\r\n".to_owned(),
            "\r\n\r\n".to_owned(),
            "0x5\r\n".to_owned(),
            "5 5\r\n".to_owned(),
            "1\r\nxyz\r\n".to_owned(),
            format!("1;{long}"),
            format!("0\r\n{}\r\n", "a: b\r\n".repeat(20_000)),
            format!("1;{}\r\nx\r\n", &long[..900]).repeat(200),
        ] {
            let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
            let refusal = server.said(format!("{head}{chunks}")).await;
            assert_eq!(refusal.status, 400, "{which:?}: {}: {}", &chunks[..chunks.len().min(40)], refusal.text);
        }
        // Small chunks that do are taken.
        let message = initialize().to_string();
        let chunks: String = message.chars().map(|char| format!("1\r\n{char}\r\n")).collect::<Vec<_>>().concat();
        let head =
            request("POST", &[("Connection", "close")], "").replace("Content-Length: 0", "Transfer-Encoding: chunked");
        assert_eq!(server.said(format!("{head}{chunks}0\r\n\r\n")).await.status, 200, "{which:?}");
    }
}

#[tokio::test]
async fn all_bodies_together_have_a_size_and_the_slowest_makes_room() {
    for which in BOTH {
        let server = Server::start(which, |limits| {
            limits.waiting_bytes = 1_000_000;
            limits.message_bytes = 1_000_000;
        })
        .await;
        let half =
            request("POST", &[], &"x".repeat(400_000)).replace("Content-Length: 400000", "Content-Length: 400001");
        let mut open = Vec::new();
        for _ in 0..20 {
            open.push(server.send(&half).await);
        }
        // Those who began first were closed for those who came last; whoever sends all is answered.
        response(&mut open[0]).await;
        server.answers().await;
        // Where one body is all that there is room for, and it is being worked on, another is told so.
        let server = Server::start(which, |limits| limits.waiting_bytes = 20_000).await;
        let session = server.session().await;
        let mut message = server.endless(7);
        message["params"]["_meta"] = json!({"x": "y".repeat(15_000)});
        let busy = server.send(post(&[("Mcp-Session-Id", &session)], &message)).await;
        let mut another = server.quick(8);
        another["params"]["_meta"] = message["params"]["_meta"].clone();
        let refused = async {
            loop {
                let said = server.said(post(&[("Mcp-Session-Id", &session)], &another)).await;
                if said.status != 200 {
                    break said;
                }
            }
        };
        let said = tokio::time::timeout(trials::PATIENCE, refused).await.expect("there is always room");
        assert_eq!(said.status, 503, "{which:?}: {}", said.text);
        assert!(said.header("retry-after").is_some(), "{}", said.text);
        drop(busy);
    }
}

#[tokio::test]
async fn a_message_of_many_values_is_weighed_before_it_is_read() {
    for which in BOTH {
        let server = Server::start(which, |limits| limits.waiting_bytes = 4_000_000).await;
        for heavy in [
            format!("[{}0]", "0,".repeat(500_000)),
            format!("[{}]", vec!["[]"; 200_000].join(",")),
            "[".repeat(1_000_000),
            format!(r#"{{"a":[{}0]}}"#, r#"{"b":1},"#.repeat(100_000)),
        ] {
            let refusal = server.said(request("POST", &[("Connection", "close")], &heavy)).await;
            assert_eq!((refusal.status, refusal.code()), (400, Some(-32600)), "{which:?}: {}", refusal.text);
        }
        // As many bytes of text are no trouble.
        let mut light = server.quick(3);
        light["params"]["arguments"] = json!({"text": ",".repeat(900_000)});
        let session = server.session().await;
        assert_eq!(server.said(post(&[("Mcp-Session-Id", &session)], &light)).await.status, 200, "{which:?}");
    }
}

#[tokio::test]
async fn what_is_no_json_is_400_and_so_is_what_is_no_message() {
    for which in BOTH {
        let server = Server::start(which, |_| {}).await;
        let deep = "[".repeat(300) + &"]".repeat(300);
        for (body, code) in [
            ("{nonsense", -32700),
            ("", -32700),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"", -32700),
            ("{\"id\":1}{\"id\":2}", -32700),
            ("{\"id\":1e999,\"method\":\"ping\"}", -32700),
            ("{\"id\":\"\\ud83d\",\"method\":\"ping\"}", -32700),
            (deep.as_str(), -32700),
            ("[]", -32600),
            ("7", -32600),
            ("{}", -32600),
            ("{\"jsonrpc\":\"2.0\",\"id\":1}", -32600),
            ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", -32600),
        ] {
            let refusal = server.said(request("POST", &[("Connection", "close")], body)).await;
            assert_eq!((refusal.status, refusal.code()), (400, Some(code)), "{which:?} {body}: {}", refusal.text);
            assert_eq!(refusal.header("content-type"), Some("application/json"));
        }
        // No UTF-8.
        let bytes = [request("POST", &[("Connection", "close")], "12").as_bytes(), b""].concat();
        let mut bytes = bytes;
        let end = bytes.len();
        bytes[end - 2..].copy_from_slice(b"\"\xff");
        assert_eq!(server.said(&bytes).await.code(), Some(-32700), "{which:?}");
    }
}

#[tokio::test]
async fn pages_elsewhere_are_turned_away_before_their_bodies_are_read() {
    for which in BOTH {
        let server = Server::start(which, |limits| limits.hosts = vec!["retort.example".into()]).await;
        for (headers, status) in [
            (vec![("Host", "evil.example")], 403),
            (vec![("Host", "localhost.evil.example:80")], 403),
            (vec![("Host", "evil.example"), ("Origin", "http://localhost")], 403),
            (vec![("Origin", "https://evil.example")], 403),
            (vec![("Origin", "null")], 403),
            (vec![("Host", "localhost"), ("Host", "evil.example")], 400),
            (vec![("Host", "retort.example:8000")], 200),
            (vec![("Host", "[::1]:80"), ("Origin", "http://127.0.0.1:3000")], 200),
        ] {
            let headers = [headers, vec![("Connection", "close")]].concat();
            let body = initialize().to_string();
            let said = server.said(request("POST", &headers, &body)).await;
            assert_eq!(said.status, status, "{which:?} {headers:?}: {}", said.text);
            if status != 200 {
                // Neither is a body waited for, nor does another method help.
                let head = request("POST", &headers, "").replace("Content-Length: 0", "Content-Length: 1000000");
                assert_eq!(server.said(head).await.status, status, "{which:?} {headers:?}");
                for method in ["GET", "DELETE", "OPTIONS"] {
                    assert_eq!(server.said(request(method, &headers, "")).await.status, status, "{which:?} {method}");
                }
            }
        }
        let without = request("POST", &[("Connection", "close")], "").replace("Host: localhost\r\n", "");
        assert_eq!(server.said(without).await.status, 400, "{which:?}");
    }
}
