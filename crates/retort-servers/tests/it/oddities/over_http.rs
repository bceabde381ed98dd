//! The cases over streamable HTTP and over the legacy transport, called by a client of bytes; and requests that no
//! client should send.

use std::net::SocketAddr;
use std::sync::Arc;

use retort_server::{Error, Limits};
use retort_servers::oddities::{Case, Expect, Transport, serve_http};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::raw_client::{Response, all, exchange, get, joined, post};
use super::{fault, has, over, report};

/// A server on a thread of its own, since a case of twenty megabytes keeps it busy.
async fn started() -> SocketAddr {
    let (address, started) = tokio::sync::oneshot::channel();
    std::thread::spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            address.send(listener.local_addr().unwrap()).unwrap();
            serve_http(listener, Limits::default()).await
        })
    });
    started.await.unwrap()
}

fn call(name: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"{name}"}}}}"#)
}

/// The text that a case sends, if it sends one.
fn sought(case: &Case) -> Option<&str> {
    match &case.expect {
        Expect::Error(reason) => reason.as_deref().filter(|reason| reason.starts_with("reason-of-")),
        expect => expect.payload(),
    }
}

/// All that a case sends to a client that follows redirects, tries again, resumes, and opens the other stream.
async fn called(address: SocketAddr, path: &str, case: &Case) -> Vec<u8> {
    let session = format!("session-of-{}-{path}", case.name);
    if case.name.starts_with("request-") && case.name != "request-same-id" {
        return answering(address, path, case, &session).await;
    }
    let body = call(case.name);
    let until = sought(case);
    let mut response = exchange(address, &post(path, &session, &body), until).await;
    for _ in 0..3 {
        let next = match response.status() {
            307 | 308 => response.header("location").map(|to| post(to, &session, &body)),
            429 => Some(post(path, &session, &body)),
            202 if response.body.is_empty() => Some(get("/mcp", &session, "")),
            _ => event_id(&response).map(|id| get("/mcp", &session, &id)),
        };
        let Some(next) = next else { break };
        response = exchange(address, &next, until).await;
    }
    response.body
}

fn event_id(response: &Response) -> Option<String> {
    let text = String::from_utf8_lossy(&response.body[..response.body.len().min(200)]).into_owned();
    text.strip_prefix("id: event-").map(|rest| format!("event-{}", rest.lines().next().unwrap_or_default()))
}

/// Takes what comes until the server asks, answers, and takes the rest.
async fn answering(address: SocketAddr, path: &str, case: &Case, session: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(post(path, session, &call(case.name)).as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    while own_request(&bytes).is_none() {
        assert_ne!(stream.read_buf(&mut bytes).await.unwrap(), 0, "{}", case.name);
    }
    answer(address, path, session, &bytes).await;
    bytes.extend(all(&mut stream, sought(case)).await);
    Response::from(&bytes).body
}

fn own_request(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let (_, rest) = text.split_once(r#""id":"oddities-"#)?;
    let (number, _) = rest.split_once(r#"","method""#)?;
    Some(format!("oddities-{number}"))
}

async fn answer(address: SocketAddr, path: &str, session: &str, bytes: &[u8]) {
    let id = own_request(bytes).unwrap();
    let answer = format!(r#"{{"jsonrpc":"2.0","id":"{id}","result":{{}}}}"#);
    assert_eq!(exchange(address, &post(path, session, &answer), None).await.status(), 202);
}

async fn faults_of<F>(transport: Transport, sent: impl Fn(&'static Case) -> F) -> Vec<String>
where
    F: Future<Output = Vec<u8>> + Send + 'static,
{
    let mut tasks = JoinSet::new();
    let few = Arc::new(Semaphore::new(16));
    for case in over(transport) {
        let (sent, few) = (sent(case), Arc::clone(&few));
        tasks.spawn(async move {
            let _one = few.acquire().await;
            fault(case, transport, &sent.await)
        });
    }
    tasks.join_all().await.into_iter().flatten().collect()
}

#[tokio::test]
async fn over_streamable_http_the_payload_arrives_or_nothing_does() {
    let address = started().await;
    report(&faults_of(Transport::Http, |case| called(address, "/mcp", case)).await);
}

#[tokio::test]
async fn over_streamable_http_as_events_it_does_too() {
    let address = started().await;
    report(&faults_of(Transport::Http, |case| called(address, "/mcp?stream", case)).await);
    let response = exchange(address, &post("/mcp?stream", "", &call("id-null")), None).await;
    assert_eq!(response.header("content-type"), Some("text/event-stream"));
}

/// All that a case sends on the stream, and in the response to the POST.
async fn called_legacy(address: SocketAddr, case: &'static Case) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(get(case.path.unwrap_or("/sse"), "", "").as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    while !has(&bytes, b"session=") || !(has(&bytes, b"\n\n\r\n") || has(&bytes, b"\n\r\n\r\n")) {
        assert_ne!(stream.read_buf(&mut bytes).await.unwrap(), 0);
    }
    let first = String::from_utf8_lossy(&bytes).into_owned();
    let id = first.split_once("session=").unwrap().1.split(['\r', '\n', '"', ' ']).next().unwrap();
    let endpoint = format!("/message?session={id}");
    let posted = exchange(address, &post(&endpoint, "", &call(case.name)), None).await.body;
    if fault(case, Transport::Sse, &posted).is_none() {
        return posted;
    }
    if case.name.starts_with("request-") && case.name != "request-same-id" {
        while own_request(&bytes).is_none() {
            assert_ne!(stream.read_buf(&mut bytes).await.unwrap(), 0);
        }
        answer(address, &endpoint, "", &bytes).await;
    }
    bytes.extend(all(&mut stream, sought(case)).await);
    let head = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
    [joined(&bytes[head..]), posted].concat()
}

#[tokio::test]
async fn over_the_legacy_transport_the_payload_arrives_or_nothing_does() {
    let address = started().await;
    report(&faults_of(Transport::Sse, |case| called_legacy(address, case)).await);
}

#[tokio::test]
async fn the_life_of_a_session_is_sound() {
    let address = started().await;
    let initialize = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#;
    let response = exchange(address, &post("/mcp", "", initialize), None).await;
    assert!(response.header("mcp-session-id").is_some(), "{}", response.head);
    assert!(has(&response.body, br#""protocolVersion":"2025-06-18""#));
    let note = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert_eq!(exchange(address, &post("/mcp", "s", note), None).await.status(), 202);
    let discover = r#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#;
    assert!(has(&exchange(address, &post("/mcp", "s", discover), None).await.body, b"-32601"));
    assert_eq!(
        exchange(
            address,
            "DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nMcp-Session-Id: s\r\n\r\n",
            None
        )
        .await
        .status(),
        200
    );
}

#[tokio::test]
async fn several_requests_share_a_connection_and_may_come_in_chunks() {
    let address = started().await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    let ping = r#"{"id":1,"method":"ping"}"#;
    let chunks = "8\r\n{\"id\":2,\r\n10;x\r\n\"method\":\"ping\"}\r\n0\r\n\r\n";
    let chunked = format!("POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}");
    let whole = format!("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{ping}", ping.len());
    stream.write_all([whole, chunked].concat().as_bytes()).await.unwrap();
    let text = String::from_utf8(all(&mut stream, None).await).unwrap();
    assert!(text.contains(r#""id":1"#) && text.contains(r#""id":2"#), "{text}");
}

#[tokio::test]
async fn bad_requests_get_a_status_and_never_stop_the_server() {
    let address = started().await;
    let long = format!("GET /mcp HTTP/1.1\r\nx: {}", "x".repeat(70_000));
    let cases = [
        ("\r\n\r\n", 400),
        ("GET\r\n\r\n", 400),
        ("GET /mcp HTTP/2\r\n\r\n", 400),
        ("GET /mcp HTTP/1.1\r\nno colon\r\n\r\n", 400),
        ("GET http://elsewhere/ HTTP/1.1\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 404),
        ("PUT /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 405),
        ("POST /message?session=none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 404),
        ("GET /mcp HTTP/1.1\r\nHost: localhost\r\nOrigin: http://example.org\r\nConnection: close\r\n\r\n", 403),
        ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
        ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n", 413),
        ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", 413),
        (&long, 431),
        ("POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 3\r\n\r\n{\0}", 400),
    ];
    for (request, status) in cases {
        let shown = &request[..request.len().min(80)];
        assert_eq!(exchange(address, request, None).await.status(), status, "{shown:?}");
    }
    assert!(has(&exchange(address, &post("/mcp", "", &call("id-null")), None).await.body, b"payload-of-id-null"));
}

#[tokio::test]
async fn one_silent_connection_does_not_stop_another() {
    let address = started().await;
    let mut silent = TcpStream::connect(address).await.unwrap();
    silent.write_all(post("/mcp", "", &call("no-response")).as_bytes()).await.unwrap();
    let mut half = TcpStream::connect(address).await.unwrap();
    half.write_all(b"POST /mcp HT").await.unwrap();
    let until = Some("payload-of-id-null");
    assert!(has(&exchange(address, &post("/mcp", "", &call("id-null")), until).await.body, b"payload-of-id-null"));
}

#[tokio::test]
async fn it_listens_to_this_machine_only() {
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    assert!(matches!(serve_http(listener, Limits::default()).await, Err(Error::NotLoopback(_))));
}
