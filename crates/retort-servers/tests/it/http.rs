//! The gallery over HTTP: with sessions, without them, and only for those who may.

use std::fmt::Write as _;
use std::time::Duration;

use retort_server::Limits;
use retort_server::sdk::serve_http;
use retort_servers::gallery::Gallery;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use trials::PATIENCE;

struct Server {
    address: String,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

/// A response: its status, its headers in lower case, and its body.
struct Response {
    status: u16,
    head: String,
    body: String,
}

impl Response {
    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    /// The messages of an event stream, or the one message of a body.
    fn messages(&self) -> Vec<Value> {
        if self.header("content-type") == Some("application/json") {
            return vec![serde_json::from_str(&self.body).unwrap()];
        }
        let data = self.body.lines().filter_map(|line| line.strip_prefix("data:"));
        data.filter_map(|data| serde_json::from_str(data.trim()).ok()).collect()
    }
}

impl Server {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let stopped = async move { drop(stopped.await) };
            serve_http(Gallery::new, listener, Limits::default(), stopped).await.unwrap();
        });
        Self { address, stop, task }
    }

    async fn post(&self, headers: &[(&str, &str)], message: &Value) -> Response {
        let mut stream = self.open(headers, message).await;
        let mut sent = Vec::new();
        tokio::time::timeout(PATIENCE, stream.read_to_end(&mut sent)).await.unwrap().unwrap();
        let sent = String::from_utf8(sent).unwrap();
        let (head, body) = sent.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let head = head.lines().map(|line| match line.split_once(':') {
            Some((name, value)) => format!("{}:{value}\n", name.to_lowercase()),
            None => format!("{line}\n"),
        });
        let head: String = head.collect();
        let body = if head.contains("transfer-encoding: chunked") { unchunked(body) } else { body.to_owned() };
        Response { status, head, body }
    }

    async fn open(&self, headers: &[(&str, &str)], message: &Value) -> TcpStream {
        let body = message.to_string();
        let mut request = format!(
            "POST /mcp HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n",
            body.len()
        );
        if !headers.iter().any(|(name, _)| *name == "Host") {
            write!(request, "Host: {}\r\n", self.address).unwrap();
        }
        for (name, value) in headers {
            write!(request, "{name}: {value}\r\n").unwrap();
        }
        let mut stream = TcpStream::connect(&self.address).await.unwrap();
        stream.write_all(format!("{request}\r\n{body}").as_bytes()).await.unwrap();
        stream
    }

    /// Opens a session of a client that can be asked, and gives its id.
    async fn session(&self) -> String {
        let response = self.post(&[], &initialize()).await;
        assert_eq!(response.status, 200, "{}", response.body);
        response.header("mcp-session-id").unwrap().to_owned()
    }
}

fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        whole.push_str(&rest[..size]);
        body = rest[size..].trim_start_matches("\r\n");
    }
    whole
}

fn initialize() -> Value {
    let params = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {"elicitation": {}},
        "clientInfo": {"name": "test", "version": "1"},
    });
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
}

fn call(tool: &str, arguments: &Value, meta: &Value) -> Value {
    let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
    json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params})
}

fn stateless() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    })
}

#[tokio::test]
async fn a_session_is_opened_and_used() {
    let server = Server::start().await;
    let session = server.session().await;
    let message = call("slow", &json!({"seconds": 0, "steps": 2}), &json!({"progressToken": 1}));
    let response = server.post(&[("Mcp-Session-Id", &session)], &message).await;
    let messages = response.messages();
    let progress = messages.iter().filter(|message| message["method"] == "notifications/progress");
    assert_eq!(progress.count(), 2, "{messages:?}");
    assert_eq!(messages.last().unwrap()["result"]["isError"], false);
}

#[tokio::test]
async fn a_question_comes_on_the_stream_of_its_call() {
    let server = Server::start().await;
    let session = server.session().await;
    let headers = [("Mcp-Session-Id", session.as_str())];
    let mut stream = server.open(&headers, &call("ask_person", &json!({}), &json!({}))).await;
    let mut sent = String::new();
    let question = loop {
        sent.push_str(&String::from_utf8(read_some(&mut stream).await).unwrap());
        let events = sent.lines().filter_map(|line| line.strip_prefix("data:"));
        let mut messages = events.filter_map(|data| serde_json::from_str::<Value>(data.trim()).ok());
        if let Some(question) = messages.find(|message| message["method"] == "elicitation/create") {
            break question;
        }
    };
    let answer = json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "decline"}});
    assert_eq!(server.post(&headers, &answer).await.status, 202);
    let mut rest = String::new();
    stream.read_to_string(&mut rest).await.unwrap();
    assert!(rest.contains(r#"{\"action\":\"decline\"}"#), "{rest}");
}

async fn read_some(stream: &mut TcpStream) -> Vec<u8> {
    let mut buffer = vec![0; 1 << 16];
    let read = tokio::time::timeout(PATIENCE, stream.read(&mut buffer)).await.unwrap().unwrap();
    assert!(read > 0, "the stream has ended");
    buffer.truncate(read);
    buffer
}

#[tokio::test]
async fn without_sessions_a_call_stands_alone() {
    let server = Server::start().await;
    let headers = |tool| [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", tool)];
    let response = server.post(&headers("get_item"), &call("get_item", &json!({}), &stateless())).await;
    assert_eq!(response.status, 200, "{}", response.body);
    assert!(response.header("mcp-session-id").is_none());
    assert_eq!(response.messages().last().unwrap()["result"]["resultType"], "complete", "{}", response.body);
    let response = server.post(&headers("ask_person"), &call("ask_person", &json!({}), &stateless())).await;
    assert_eq!(response.messages().last().unwrap()["result"]["resultType"], "input_required", "{}", response.body);
}

#[tokio::test]
async fn a_large_answer_arrives_whole() {
    let server = Server::start().await;
    let session = server.session().await;
    let message = call("sized", &json!({"bytes": 20_000_000, "shape": "text"}), &json!({}));
    let response = server.post(&[("Mcp-Session-Id", &session)], &message).await;
    let messages = response.messages();
    let text = messages.last().unwrap()["result"]["content"][0]["text"].as_str().unwrap();
    assert_eq!(text.len(), 20_000_000);
}

#[tokio::test]
async fn pages_from_elsewhere_are_turned_away() {
    let server = Server::start().await;
    for header in [("Host", "evil.example"), ("Origin", "https://evil.example")] {
        assert_eq!(server.post(&[header], &initialize()).await.status, 403, "{header:?}");
    }
    assert_eq!(server.post(&[("Origin", "http://localhost:3000")], &initialize()).await.status, 200);
}

#[tokio::test]
async fn it_stops_when_told_also_with_calls_open() {
    let server = Server::start().await;
    let session = server.session().await;
    let message = call("fail", &json!({"way": "silence"}), &json!({}));
    let mut open = server.open(&[("Mcp-Session-Id", &session)], &message).await;
    // Once the head of the response is here, the call is open.
    assert!(open.read(&mut [0; 64]).await.unwrap() > 0);
    let headers = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "fail")];
    let _other = server.open(&headers, &call("fail", &json!({"way": "silence"}), &stateless())).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    server.stop.send(()).unwrap();
    tokio::time::timeout(PATIENCE, server.task).await.unwrap().unwrap();
}

#[tokio::test]
async fn a_request_without_an_end_does_not_keep_the_server() {
    let server = Server::start().await;
    let mut half = TcpStream::connect(&server.address).await.unwrap();
    half.write_all(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{").await.unwrap();
    // It has been read when another is answered.
    server.session().await;
    server.stop.send(()).unwrap();
    tokio::time::timeout(PATIENCE, server.task).await.expect("the server goes on for ever").unwrap();
    drop(half);
}
