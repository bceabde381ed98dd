//! A client of few lines that keeps what the server sent as it was sent, so that Retort's own reader can judge it.

use retort_core::{Envelope, Message};
use retort_server::Limits;
use retort_server::sdk::serve_stream;
use retort_servers::gallery::Gallery;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf};
use trials::PATIENCE;

pub(crate) struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    pub(crate) write: WriteHalf<DuplexStream>,
    next_id: u64,
}

impl Client {
    /// A connection to a new gallery on which nothing was said yet.
    pub(crate) fn connect() -> Self {
        Self::within(Limits::default())
    }

    /// The same to a gallery with other limits.
    pub(crate) fn within(limits: Limits) -> Self {
        let (near, far) = tokio::io::duplex(1 << 16);
        let (read, write) = tokio::io::split(far);
        tokio::spawn(serve_stream(Gallery::new(), read, write, limits));
        let (read, write) = tokio::io::split(near);
        Self { lines: BufReader::new(read).lines(), write, next_id: 1 }
    }

    /// A session in a revision that has such, of a client with these capabilities.
    pub(crate) async fn session(version: &str, capabilities: Value) -> Self {
        Self::session_within(Limits::default(), version, capabilities).await
    }

    /// The same with a gallery that has other limits.
    pub(crate) async fn session_within(limits: Limits, version: &str, capabilities: Value) -> Self {
        let mut client = Self::within(limits);
        let params = json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "1"},
        });
        let answer = client.request("initialize", params).await;
        assert_eq!(answer["result"]["protocolVersion"], version);
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        client
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.write.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    /// Sends a request and gives its id.
    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        id
    }

    /// The next message, as it was sent.
    pub(crate) async fn line(&mut self) -> String {
        let line = tokio::time::timeout(PATIENCE, self.lines.next_line()).await.expect("the server says nothing");
        line.unwrap().expect("the server has closed the connection")
    }

    pub(crate) async fn message(&mut self) -> Value {
        serde_json::from_str(&self.line().await).unwrap()
    }

    /// Sends a request and gives the next message, which must be its answer.
    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params).await;
        let answer = self.message().await;
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }
}

/// Calls a tool of a new gallery in a session and gives the answer as it was sent.
pub(crate) async fn call(tool: &str, arguments: Value) -> String {
    let mut client = Client::session("2025-11-25", json!({})).await;
    client.request("logging/setLevel", json!({"level": "emergency"})).await;
    client.ask("tools/call", json!({"name": tool, "arguments": arguments})).await;
    client.line().await
}

/// The result of such a call.
pub(crate) async fn result(tool: &str, arguments: Value) -> Value {
    let answer: Value = serde_json::from_str(&call(tool, arguments).await).unwrap();
    answer["result"].clone()
}

/// The one text of such a call.
pub(crate) async fn text(tool: &str, arguments: Value) -> String {
    let result = result(tool, arguments).await;
    assert_eq!(result["content"].as_array().unwrap().len(), 1);
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

/// The answer to such a call as Retort reads it.
pub(crate) async fn read(tool: &str, arguments: Value) -> Message {
    let reading = retort_core::read(call(tool, arguments).await);
    let [message] = <[Message; 1]>::try_from(reading.messages).unwrap();
    message
}

pub(crate) async fn envelope(tool: &str, arguments: Value) -> Envelope {
    Envelope::from_message(&read(tool, arguments).await, Some(tool))
}
