//! Clients that mean harm, or mean well and are broken, against every server over HTTP: they send slowly, or nothing, or too
//! much, or do not read. The server stays within its limits, says so, and answers others.

mod bodies;
mod calls;
mod connections;
mod sessions;

use std::future::pending;
use std::net::SocketAddr;

use retort_server::Limits;
use retort_server::sdk::serve_http;
use retort_servers::gallery::Gallery;
use retort_servers::oddities;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use trials::PATIENCE;

/// Which server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    Gallery,
    Oddities,
}

pub(crate) const BOTH: [Which; 2] = [Which::Gallery, Which::Oddities];

/// A server that runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Server {
    pub(crate) which: Which,
    pub(crate) address: SocketAddr,
}

impl Server {
    pub(crate) async fn start(which: Which, change: impl FnOnce(&mut Limits)) -> Self {
        let mut limits = Limits::default();
        change(&mut limits);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        match which {
            Which::Gallery => drop(tokio::spawn(serve_http(Gallery::new, listener, limits, pending()))),
            Which::Oddities => drop(tokio::spawn(oddities::serve_http(listener, limits))),
        }
        Self { which, address }
    }

    pub(crate) async fn connect(self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    /// Sends bytes on a connection of their own.
    pub(crate) async fn send(self, bytes: impl AsRef<[u8]>) -> TcpStream {
        let mut stream = self.connect().await;
        // A server that has refused already may have closed it.
        let _ = stream.write_all(bytes.as_ref()).await;
        stream
    }

    /// All that the server says to some bytes, until it closes the connection.
    pub(crate) async fn said(self, bytes: impl AsRef<[u8]>) -> Response {
        response(&mut self.send(bytes).await).await
    }

    /// Whether somebody who asks as one should is answered.
    pub(crate) async fn answers(self) {
        let response = self.said(post(&[], &initialize())).await;
        assert_eq!(response.status, 200, "{:?}: {}", self.which, response.text);
    }

    /// A call that is not answered for as long as its client waits.
    pub(crate) fn endless(self, id: u64) -> Value {
        match self.which {
            Which::Gallery => call(id, "fail", &json!({"way": "silence"})),
            Which::Oddities => call(id, "no-response", &json!({})),
        }
    }

    /// A call that is answered at once.
    pub(crate) fn quick(self, id: u64) -> Value {
        match self.which {
            Which::Gallery => call(id, "echo", &json!({"text": "quick"})),
            Which::Oddities => call(id, "result-text", &json!({})),
        }
    }

    /// A session, opened and used.
    pub(crate) async fn session(self) -> String {
        let opened = self.said(post(&[], &initialize())).await;
        assert_eq!(opened.status, 200, "{}", opened.text);
        let session = opened.header("mcp-session-id").unwrap().to_owned();
        let told = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(self.said(post(&[("Mcp-Session-Id", &session)], &told)).await.status, 202);
        session
    }
}

/// What a server said.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) text: String,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let head = self.text.split("\r\n\r\n").next()?;
        let mut headers = head.lines().filter_map(|line| line.split_once(": "));
        headers.find(|(of, _)| of.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(crate) fn code(&self) -> Option<i64> {
        let (_, body) = self.text.split_once("\r\n\r\n")?;
        serde_json::from_str::<Value>(body).ok()?["error"]["code"].as_i64()
    }
}

/// What comes on a connection until it ends.
pub(crate) async fn response(stream: &mut TcpStream) -> Response {
    let mut bytes = Vec::new();
    let reading = async { while matches!(stream.read_buf(&mut bytes).await, Ok(1..)) {} };
    tokio::time::timeout(PATIENCE, reading).await.expect("the server does not close the connection");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    Response { status, text }
}

/// The beginning of what comes on a connection: once it is here, the server works on it.
pub(crate) async fn begun(stream: &mut TcpStream) -> String {
    let mut bytes = vec![0; 64];
    let read = tokio::time::timeout(PATIENCE, stream.read(&mut bytes)).await.unwrap().unwrap();
    String::from_utf8_lossy(&bytes[..read]).into_owned()
}

/// A request that is the last of its connection.
pub(crate) fn post(headers: &[(&str, &str)], message: &Value) -> String {
    request("POST", &[&[("Connection", "close")], headers].concat(), &message.to_string())
}

pub(crate) fn request(method: &str, headers: &[(&str, &str)], body: &str) -> String {
    let length = body.len();
    let mut request = format!(
        "{method} /mcp HTTP/1.1\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {length}\r\n"
    );
    if !headers.iter().any(|(name, _)| *name == "Host") {
        request.push_str("Host: localhost\r\n");
    }
    for (name, value) in headers {
        request.extend([name, ": ", value, "\r\n"]);
    }
    request + "\r\n" + body
}

pub(crate) fn initialize() -> Value {
    let params = json!({
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}
    });
    json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})
}

pub(crate) fn call(id: u64, tool: &str, arguments: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
}
