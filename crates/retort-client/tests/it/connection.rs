//! Connections with more than one thing going on: several requests, late replies, questions, and requests that
//! nobody waits for any more. All of it is inside the process, so the clock stands still while anybody works.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use retort_client::{Answering, Connection, Elicited, Host, Nobody, Options, Params, Reply};
use retort_core::Raw;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, duplex, split};

/// What a server sends: after how many milliseconds, and what.
type Parts = Vec<(u64, String)>;

fn within(milliseconds: u64) -> Options {
    let mut options = Options::default();
    options.timeout = Duration::from_millis(milliseconds);
    options.protocol = Some("2025-11-25".parse().unwrap());
    options
}

/// Connects to a server that greets as it should, and answers everything else as `answer` says.
async fn connect(
    host: Arc<dyn Host>,
    options: Options,
    answer: impl Fn(&Value) -> Parts + Send + Sync + 'static,
) -> Connection {
    let (ours, theirs) = duplex(1 << 20);
    let (from, to) = split(theirs);
    let (to, answer) = (Arc::new(tokio::sync::Mutex::new(to)), Arc::new(answer));
    tokio::spawn(async move {
        let mut lines = BufReader::new(from).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let message: Value = serde_json::from_str(&line).unwrap();
            let (to, answer) = (Arc::clone(&to), Arc::clone(&answer));
            tokio::spawn(async move {
                let server = json!({"name": "test", "version": "1"});
                let parts = match message["method"].as_str() {
                    Some("initialize") => {
                        let greeting =
                            json!({"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": server});
                        vec![(0, line_of(&json!({"jsonrpc": "2.0", "id": message["id"], "result": greeting})))]
                    }
                    Some("server/discover") => {
                        let greeting = json!({"supportedVersions": ["2026-07-28"], "capabilities": {}});
                        vec![(0, line_of(&json!({"jsonrpc": "2.0", "id": message["id"], "result": greeting})))]
                    }
                    _ => answer(&message),
                };
                for (wait, text) in parts {
                    tokio::time::sleep(Duration::from_millis(wait)).await;
                    let _ = to.lock().await.write_all(text.as_bytes()).await;
                }
            });
        }
    });
    let (from, to) = split(ours);
    Connection::over(from, to, host, options).await.unwrap()
}

fn line_of(message: &Value) -> String {
    format!("{message}\n")
}

fn result(id: &Value, text: &str) -> String {
    line_of(&json!({"jsonrpc": "2.0", "id": id, "result": {"content": [{"type": "text", "text": text}]}}))
}

fn tool(message: &Value) -> &str {
    message["params"]["name"].as_str().unwrap_or_default()
}

fn shown(reply: &Reply) -> String {
    String::from_utf8_lossy(&reply.bytes).into_owned()
}

#[tokio::test(start_paused = true)]
async fn the_end_of_one_request_does_not_cut_the_reply_of_another() {
    let connection = connect(Arc::new(Nobody), within(1000), |message| {
        if tool(message) != "slow" {
            return Vec::new();
        }
        let reply = result(&message["id"], &"y".repeat(100));
        let (start, end) = reply.split_at(80);
        vec![(0, start.to_owned()), (800, end.to_owned())]
    })
    .await;
    let slow = async {
        tokio::time::sleep(Duration::from_millis(700)).await;
        connection.call("slow", "{}", None).await
    };
    let (never, slow) = tokio::join!(connection.call("never", "{}", None), slow);
    assert!(never.is_err());
    assert!(shown(&slow.unwrap()).contains(&"y".repeat(100)));
}

#[tokio::test(start_paused = true)]
async fn a_late_reply_is_nobody_elses() {
    let connection = connect(Arc::new(Nobody), within(500), |message| match tool(message) {
        "first" => vec![(700, result(&message["id"], "the first"))],
        _ => Vec::new(),
    })
    .await;
    assert!(connection.call("first", "{}", None).await.is_err());
    let second = connection.call("second", "{}", None).await;
    assert!(second.is_err(), "{}", shown(&second.unwrap()));
}

#[tokio::test(start_paused = true)]
async fn a_request_that_nobody_waits_for_is_cancelled_and_in_nobodys_way() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&told);
    let connection = connect(Arc::new(Nobody), within(5000), move |message| {
        heard.lock().unwrap().push(message["method"].as_str().unwrap_or_default().to_owned());
        match tool(message) {
            "second" => vec![(0, line_of(&json!({"jsonrpc": "2.0", "result": {"content": []}})))],
            _ => Vec::new(),
        }
    })
    .await;
    let gone = tokio::time::timeout(Duration::from_millis(100), connection.call("first", "{}", None)).await;
    assert!(gone.is_err());
    // A reply without an id finds the only request that waits.
    assert!(connection.call("second", "{}", None).await.is_ok());
    assert!(told.lock().unwrap().contains(&"notifications/cancelled".to_owned()));
}

/// Takes its time for one question, and none for the other.
struct Thinking;

impl Host for Thinking {
    fn elicit<'a>(&'a self, asked: &'a Raw) -> Answering<'a, Elicited> {
        let long = asked.get("message").is_some_and(|message| message.to_plain() == "long");
        Box::pin(async move {
            tokio::time::sleep(Duration::from_millis(if long { 1500 } else { 10 })).await;
            Elicited::Declined
        })
    }
}

#[tokio::test(start_paused = true)]
async fn no_deadline_passes_while_somebody_thinks() {
    let call = Arc::new(Mutex::new(Value::Null));
    let connection = connect(Arc::new(Thinking), within(500), move |message| {
        let ask = |id: &str, text: &str| {
            let params = json!({"message": text, "requestedSchema": {"type": "object", "properties": {}}});
            line_of(&json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params}))
        };
        match (tool(message), message["id"].as_str()) {
            ("ask", _) => {
                *call.lock().unwrap() = message["id"].clone();
                vec![(0, ask("a", "long")), (0, ask("b", "short"))]
            }
            // The answer to the long question is what it waited for.
            (_, Some("a")) => vec![(0, result(&call.lock().unwrap(), "thank you"))],
            _ => Vec::new(),
        }
    })
    .await;
    let reply = connection.call("ask", "{}", None).await.unwrap();
    assert!(shown(&reply).contains("thank you"));
}

#[tokio::test(start_paused = true)]
async fn a_server_that_only_pings_does_not_move_the_deadline() {
    let connection = connect(Arc::new(Nobody), within(700), |message| {
        if tool(message) != "ping" {
            return Vec::new();
        }
        let ping = |at: u64| (50, line_of(&json!({"jsonrpc": "2.0", "id": at, "method": "ping"})));
        (0..60).map(ping).chain([(0, result(&message["id"], "too late"))]).collect()
    })
    .await;
    assert!(connection.call("ping", "{}", None).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn there_may_be_no_deadline_at_all() {
    let mut options = within(1);
    options.timeout = Duration::MAX;
    let connection = connect(Arc::new(Nobody), options, |message| vec![(0, result(&message["id"], "here"))]).await;
    assert!(connection.call("any", "{}", None).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn each_round_of_questions_is_answered_by_itself() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&asked);
    let mut options = within(5000);
    options.protocol = Some("2026-07-28".parse().unwrap());
    let connection = connect(Arc::new(Nobody), options, move |message| {
        let mut seen = seen.lock().unwrap();
        seen.push(message["params"].clone());
        let form = json!({"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {}}});
        let result = match seen.len() {
            1 => json!({"resultType": "input_required", "inputRequests": {"q": form}, "requestState": "one"}),
            2 => json!({"resultType": "input_required", "inputRequests": {"q": form}}),
            _ => json!({"resultType": "complete", "content": [{"type": "text", "text": "done"}]}),
        };
        vec![(0, line_of(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result})))]
    })
    .await;
    let params = Params::new().with("name", "ask").with_json("_meta", r#"{"mine":1}"#);
    let reply = connection.request("tools/call", params).await.unwrap();
    assert!(shown(&reply).contains("done"));
    let asked = asked.lock().unwrap();
    assert_eq!(asked[1]["requestState"], "one");
    assert!(asked[2].get("requestState").is_none(), "{}", asked[2]);
    assert!(asked.iter().all(|params| params["_meta"]["mine"] == 1), "{asked:?}");
}
