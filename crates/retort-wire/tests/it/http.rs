//! Several callers of one server at an address: a question belongs to the request in whose answer it came, and a reply to
//! the request that it names.

use std::sync::Arc;
use std::time::Duration;

use retort_wire::{Address, Answer, Answering, Error, Handler, NoHandler, Params, Peer, Question, RequestOptions};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use crate::strict;

/// The address of a server that does what the `name` of a request says.
async fn server() -> Address {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = Address::new(format!("http://{}/mcp", listener.local_addr().unwrap()));
    let answered = Arc::new(Notify::new());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, Arc::clone(&answered)));
        }
    });
    address
}

async fn serve(stream: TcpStream, answered: Arc<Notify>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    while stream.read_line(&mut line).await.ok()? > 2 {
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        line.clear();
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    let message: Value = serde_json::from_slice(&body).ok()?;
    let mut send = async |text: String| stream.write_all(text.as_bytes()).await.ok();
    let reply =
        |id: Value| json!({"jsonrpc": "2.0", "id": id, "result": {"content": [], "n": message["id"]}}).to_string();
    let whole = |body: String| {
        let length = body.len();
        format!(
            "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}"
        )
    };
    match message["params"]["name"].as_str() {
        Some("asks") => {
            let question = json!({"jsonrpc": "2.0", "id": "q", "method": "elicitation/create", "params": {}});
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
            send(format!("{head}data: {question}\n\n")).await?;
            answered.notified().await;
            send(format!("data: {}\n\n", reply(message["id"].clone()))).await
        }
        Some("silent") => std::future::pending().await,
        Some("without") => send(whole(reply(Value::Null).replace("\"id\":null,", ""))).await,
        Some("null") => send(whole(reply(Value::Null))).await,
        Some("other") => send(whole(reply(json!(1_000_000)))).await,
        Some(_) => send(whole(reply(message["id"].clone()))).await,
        None => {
            if message["id"] == "q" {
                answered.notify_one();
            }
            send("HTTP/1.1 202 Accepted\r\nconnection: close\r\ncontent-length: 0\r\n\r\n".to_owned()).await
        }
    }
}

fn call(peer: &Peer, name: &str, timeout: Duration) -> impl Future<Output = Result<retort_wire::Reply, Error>> + use<> {
    let (peer, params) = (peer.clone(), Params::new().with("name", name));
    async move { peer.request("tools/call", params, RequestOptions::within(timeout)).await }
}

/// A person who answers when told to.
#[derive(Default)]
struct Slow(Notify);

impl Handler for Slow {
    fn asked(&self, question: Question) -> Answering<'_, Answer> {
        Box::pin(async move {
            let _clock = question.stop_clock();
            assert!(question.belongs_to().is_some());
            self.0.notified().await;
            Answer::Result("{}".to_owned())
        })
    }
}

/// Both requests could make the server ask; the one in whose answer the question came waits for the person, the other
/// has its deadline.
#[tokio::test]
async fn a_question_in_an_answer_stops_the_clock_of_that_request() {
    let slow = Arc::new(Slow::default());
    let peer = Peer::http(server().await, slow.clone(), strict()).unwrap();
    let asks = tokio::spawn(call(&peer, "asks", Duration::from_secs(5)));
    let silent = call(&peer, "silent", Duration::from_secs(5)).await;
    assert!(matches!(silent, Err(Error::Deadline { .. })), "{silent:?}");
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!asks.is_finished());
    slow.0.notify_one();
    assert!(asks.await.unwrap().is_ok());
}

#[tokio::test]
async fn a_reply_over_http_names_its_request_too() {
    let peer = Peer::http(server().await, Arc::new(NoHandler), strict()).unwrap();
    for (name, is_answered) in [("plain", true), ("without", false), ("null", false), ("other", false), ("plain", true)]
    {
        let reply = call(&peer, name, trials::PATIENCE).await;
        assert_eq!(reply.is_ok(), is_answered, "{name}: {reply:?}");
    }
}
