//! A server over streamable HTTP: statuses and headers as clients of every revision expect them, and only for those who may.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use retort_server::{Denied, Limits, PageRequest, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use trials::PATIENCE;

use crate::tools::{add, server};

struct Site(String);

struct Response {
    status: u16,
    head: String,
    body: String,
}

impl Response {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}", self.body))
    }
}

async fn serve(server: Server) -> Site {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(server.serve_http(listener, std::future::pending()));
    Site(address)
}

impl Site {
    async fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            write!(head, "Host: {}\r\n", self.0).unwrap();
        }
        for (name, value) in headers {
            write!(head, "{name}: {value}\r\n").unwrap();
        }
        let mut stream = TcpStream::connect(&self.0).await.unwrap();
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).await.unwrap();
        let mut sent = String::new();
        timeout(PATIENCE, stream.read_to_string(&mut sent)).await.unwrap().unwrap();
        let (head, body) = sent.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Response { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    async fn post(&self, headers: &[(&str, &str)], message: &Value) -> Response {
        self.ask("POST", "/mcp", headers, &message.to_string()).await
    }
}

const MODERN: (&str, &str) = ("MCP-Protocol-Version", "2026-07-28");

fn modern(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"});
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

#[tokio::test]
async fn a_call_is_answered_as_json() {
    let site = serve(server(&Arc::default())).await;
    let response = site.post(&[], &add(&json!(7), 1.0)).await;
    assert_eq!((response.status, response.json()["result"]["structuredContent"]["value"].as_f64()), (200, Some(2.0)));
    assert!(response.head.contains("content-type: application/json"), "{}", response.head);
    let told = site.post(&[], &json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    assert_eq!((told.status, told.body.as_str()), (202, ""));
}

#[tokio::test]
async fn what_is_no_message_is_answered_as_one() {
    let site = serve(server(&Arc::default())).await;
    for (body, code) in
        [("{", -32700), ("", -32700), ("no json", -32700), ("7", -32600), ("[]", -32600), ("{}", -32600)]
    {
        let response = site.ask("POST", "/mcp", &[], body).await;
        let answer = response.json();
        assert_eq!((response.status, answer["error"]["code"].as_i64()), (400, Some(code)), "{body:?}");
        assert_eq!(answer.get("id"), Some(&Value::Null), "{body:?}");
    }
    let unknown = site.post(&[], &json!({"jsonrpc": "2.0", "id": 3, "method": "invalid_method"})).await;
    assert_eq!((unknown.status, unknown.json()["error"]["code"].as_i64()), (200, Some(-32601)));
}

#[tokio::test]
async fn streams_and_sessions_are_told_to_be_none() {
    let site = serve(server(&Arc::default())).await;
    for method in ["GET", "DELETE", "PUT", "OPTIONS"] {
        let response = site.ask(method, "/mcp", &[("Mcp-Session-Id", "x")], "").await;
        assert_eq!(response.status, 405, "{method}");
        assert!(response.head.contains("allow: post"), "{}", response.head);
    }
    assert_eq!(site.ask("POST", "/elsewhere", &[], "{}").await.status, 404);
}

#[tokio::test]
async fn a_header_and_its_body_say_the_same() {
    let site = serve(server(&Arc::default())).await;
    let call = modern("tools/call", json!({"name": "add", "arguments": {"a": 1, "b": 2}}));
    let fine = site.post(&[MODERN, ("Mcp-Method", "tools/call"), ("Mcp-Name", "add")], &call).await;
    assert_eq!((fine.status, fine.json()["result"]["resultType"].as_str()), (200, Some("complete")));
    for (headers, message, status, code) in [
        (vec![MODERN, ("Mcp-Name", "wait")], call.clone(), 400, -32020),
        (vec![MODERN, ("Mcp-Method", "tools/list")], call.clone(), 400, -32020),
        (vec![MODERN, ("Mcp-Method", "tools/call"), ("Mcp-Method", "tools/list")], call.clone(), 400, -32020),
        (vec![], call.clone(), 400, -32020),
        (vec![("MCP-Protocol-Version", "2025-06-18")], call.clone(), 400, -32020),
        (vec![MODERN], add(&json!(1), 1.0), 200, -32602),
        (vec![("MCP-Protocol-Version", "1999-01-01")], add(&json!(1), 1.0), 400, -32022),
        (vec![MODERN], modern("nothing", json!({})), 404, -32601),
        (vec![MODERN], modern("ping", json!({})), 404, -32601),
    ] {
        let response = site.post(&headers, &message).await;
        let found = (response.status, response.json()["error"]["code"].as_i64());
        assert_eq!(found, (status, Some(code)), "{headers:?} {message}: {}", response.body);
    }
}

#[tokio::test]
async fn batches_come_where_the_revision_has_them() {
    let site = serve(server(&Arc::default())).await;
    let batch = json!([add(&json!(1), 1.0), {"jsonrpc": "2.0", "method": "notifications/x"}, add(&json!(2), 2.0)]);
    for headers in [vec![], vec![("MCP-Protocol-Version", "2025-03-26")]] {
        let answers = site.post(&headers, &batch).await.json();
        assert_eq!((answers[0]["id"].as_i64(), answers[1]["id"].as_i64()), (Some(1), Some(2)), "{answers}");
    }
    let refused = site.post(&[("MCP-Protocol-Version", "2025-06-18")], &batch).await;
    assert_eq!((refused.status, refused.json()["error"]["code"].as_i64()), (400, Some(-32600)));
    assert_eq!(site.post(&[], &json!([{"jsonrpc": "2.0", "method": "notifications/x"}])).await.status, 202);
}

#[tokio::test]
async fn who_may_not_call_is_told_by_status_header_and_result() {
    let site = serve(server(&Arc::default())).await;
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "secret"}});
    let denied = site.post(&[], &call).await;
    assert_eq!((denied.status, denied.json()["result"]["isError"].as_bool()), (401, Some(true)));
    assert!(denied.head.contains("www-authenticate: token"), "{}", denied.head);
    assert_eq!(site.post(&[("Authorization", "Token wrong")], &call).await.status, 401);
    let fine = site.post(&[("Authorization", "token sesame")], &call).await;
    assert!(fine.status == 200 && fine.body.contains("forty thieves"), "{}", fine.body);

    let shut = server(&Arc::default()).admits(|_| Err(Denied::forbidden("Not on Sundays")));
    let site = serve(shut).await;
    let list = site.post(&[], &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})).await;
    assert_eq!((list.status, list.json()["error"]["message"].as_str()), (403, Some("Forbidden: Not on Sundays")));
    let call = site.post(&[], &add(&json!(1), 1.0)).await;
    assert_eq!((call.status, call.json()["result"]["isError"].as_bool()), (403, Some(true)));
}

#[tokio::test]
async fn a_page_elsewhere_cannot_reach_it() {
    let site = serve(server(&Arc::default())).await;
    let call = add(&json!(1), 1.0);
    assert_eq!(site.post(&[("Host", "evil.example")], &call).await.status, 403);
    assert_eq!(site.post(&[("Origin", "https://evil.example")], &call).await.status, 403);
    assert_eq!(site.post(&[("Origin", "http://localhost:3000")], &call).await.status, 200);
}

#[tokio::test]
async fn what_is_too_large_is_refused_and_a_call_ends_with_its_client() {
    let under_way = Arc::new(AtomicUsize::new(0));
    let mut limits = Limits::default();
    (limits.message_bytes, limits.calls) = (1000, 1);
    let site = serve(server(&under_way).limits(limits)).await;
    assert_eq!(site.ask("POST", "/mcp", &[], &"x".repeat(1001)).await.status, 413);
    let wait = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "wait"}}).to_string();
    let mut stream = TcpStream::connect(&site.0).await.unwrap();
    let head = format!("POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n", site.0, wait.len());
    stream.write_all(format!("{head}{wait}").as_bytes()).await.unwrap();
    while under_way.load(Ordering::SeqCst) != 1 {
        tokio::task::yield_now().await;
    }
    let busy = site.post(&[], &add(&json!(1), 1.0)).await;
    assert!(busy.status == 503 && busy.head.contains("retry-after"), "{} {}", busy.status, busy.head);
    drop(stream);
    while under_way.load(Ordering::SeqCst) != 0 {
        tokio::task::yield_now().await;
    }
    while site.post(&[], &add(&json!(1), 1.0)).await.status != 200 {}
}

#[tokio::test]
async fn pages_stand_beside_the_protocol() {
    let pages = server(&Arc::default()).pages(async |request: PageRequest| {
        let text = format!("{} {:?} {:?}", request.method(), request.query(), request.header("referer"));
        (request.path() == "/here").then(|| http::Response::new(text.into()))
    });
    let site = serve(pages).await;
    let page = site.ask("GET", "/here?a=b", &[("Referer", "x")], "").await;
    assert_eq!((page.status, page.body.as_str()), (200, r#"GET Some("a=b") Some("x")"#));
    assert_eq!(site.ask("GET", "/there", &[], "").await.status, 404);
    assert_eq!(site.ask("GET", "/here", &[("Host", "evil.example")], "").await.status, 403);
    assert_eq!(site.post(&[], &add(&json!(7), 1.0)).await.status, 200);
}
