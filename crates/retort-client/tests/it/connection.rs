//! Connections with more than one thing going on: several requests, late replies, questions, and requests that
//! nobody waits for any more. All of it is inside the process, so the clock stands still while anybody works.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use retort_client::{Answering, Connection, Elicited, Error, Host, Nobody, Options, Params, Reply, WireError};
use retort_core::Raw;
use retort_wire::{Handler, Notification, Peer, PeerOptions};
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

/// Progress that never ends puts off the deadline, and not for ever.
#[tokio::test(start_paused = true)]
async fn progress_puts_off_a_deadline_only_so_long() {
    let progress = |token: &Value| {
        let params = json!({"progressToken": token, "progress": 1});
        line_of(&json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params}))
    };
    let answer = move |message: &Value| {
        if message["id"].is_null() {
            return Vec::new();
        }
        let token = &message["params"]["_meta"]["progressToken"];
        let mut lines: Vec<(u64, String)> = (0..100).map(|_| (500, progress(token))).collect();
        lines.push((500, result(&message["id"], "at last")));
        lines
    };
    for (most, is_answered) in
        [(None, true), (Some(Duration::from_mins(1)), true), (Some(Duration::from_secs(10)), false)]
    {
        let mut options = within(1000);
        options.max_time = most;
        let connection = connect(Arc::new(Nobody), options, answer).await;
        let begun = tokio::time::Instant::now();
        match connection.request("tools/call", Params::new().with("name", "slow")).await {
            Ok(reply) => assert!(is_answered && shown(&reply).contains("at last"), "{most:?}"),
            Err(Error::Wire(WireError::Overtime { after, .. })) => {
                assert!(!is_answered && Some(after) == most, "{most:?}");
                assert!(begun.elapsed() < Duration::from_secs(11), "{:?}", begun.elapsed());
            }
            Err(error) => panic!("{most:?}: {error}"),
        }
    }
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

#[tokio::test(start_paused = true)]
async fn what_a_server_wants_to_know_may_be_passed_on() {
    let mut options = within(5000);
    options.protocol = Some("2026-07-28".parse().unwrap());
    options.answers_input = false;
    let asked = Arc::new(Mutex::new(0));
    let count = Arc::clone(&asked);
    let connection = connect(Arc::new(Nobody), options, move |message| {
        *count.lock().unwrap() += 1;
        let form = json!({"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {}}});
        let result = json!({"resultType": "input_required", "inputRequests": {"q": form}, "requestState": "one"});
        vec![(0, line_of(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result})))]
    })
    .await;
    let reply = connection.request("tools/call", Params::new().with("name", "ask")).await.unwrap();
    assert!(shown(&reply).contains("input_required"));
    assert_eq!(*asked.lock().unwrap(), 1);
}

/// What a server heard first, where the caller says who it is and what it can do.
async fn first_words(protocol: &str) -> Value {
    let (ours, theirs) = duplex(1 << 16);
    let mut options = within(1000);
    options.protocol = Some(protocol.parse().unwrap());
    options.client_info = Raw::parse(r#"{"name":"gateway","version":"9"}"#);
    options.capabilities = Raw::parse(r#"{"sampling":{"tools":{}}}"#);
    let (from, to) = split(ours);
    let connecting = tokio::spawn(async move { Connection::over(from, to, Arc::new(Nobody), options).await.is_ok() });
    let line = BufReader::new(theirs).lines().next_line().await.unwrap().unwrap();
    connecting.abort();
    serde_json::from_str(&line).unwrap()
}

#[tokio::test(start_paused = true)]
async fn the_caller_says_who_it_is_and_what_it_can_do() {
    let initialize = &first_words("2025-11-25").await["params"];
    let meta = &first_words("2026-07-28").await["params"]["_meta"];
    let named = |name: &str| meta[format!("io.modelcontextprotocol/{name}")].clone();
    for (info, capabilities) in [
        (initialize["clientInfo"].clone(), initialize["capabilities"].clone()),
        (named("clientInfo"), named("clientCapabilities")),
    ] {
        assert_eq!(info, json!({"name": "gateway", "version": "9"}));
        assert_eq!(capabilities, json!({"sampling": {"tools": {}}}));
    }
}

#[tokio::test(start_paused = true)]
async fn each_request_has_its_own_deadline() {
    let connection = connect(Arc::new(Nobody), within(1000), |message| match tool(message) {
        "slow" => vec![(3000, result(&message["id"], "at last"))],
        _ => Vec::new(),
    })
    .await;
    let call = |name: &str| Params::new().with("name", name);
    let (slow, never) = tokio::join!(
        connection.request_within("tools/call", call("slow"), Duration::from_secs(5)),
        connection.request("tools/call", call("never"))
    );
    assert!(shown(&slow.unwrap()).contains("at last"));
    assert!(never.unwrap_err().is_deadline());
}

#[tokio::test(start_paused = true)]
async fn several_tasks_are_cancelled_separately() {
    let cancelled = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&cancelled);
    let connection = connect(Arc::new(Nobody), within(60_000), move |message| {
        if message["id"].is_null() {
            return Vec::new();
        }
        let id = message["params"]["taskId"].as_str().unwrap_or_default().to_owned();
        let named = |id: &str, status: &str| json!({"taskId": id, "status": status, "pollInterval": 20});
        let result = match message["method"].as_str().unwrap() {
            "tools/list" => {
                let tool = |name| json!({"name": name, "inputSchema": {}, "execution": {"taskSupport": "required"}});
                json!({"tools": [tool("one"), tool("two"), tool("three")]})
            }
            "tools/call" => json!({"task": named(tool(message), "working"), "resultType": "task"}),
            "tasks/get" => named(&id, if heard.lock().unwrap().len() == 2 { "completed" } else { "working" }),
            "tasks/cancel" => {
                heard.lock().unwrap().push(id.clone());
                named(&id, "cancelled")
            }
            _ => json!({"content": [{"type": "text", "text": format!("{id} is done")}]}),
        };
        vec![(0, line_of(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result})))]
    })
    .await;
    let tools = connection.list(retort_client::Catalogue::Tools).await.unwrap();
    let call = |name: &'static str| connection.call(name, "{}", tools.find(name));
    let three = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(connection.running_tasks(), ["one", "three", "two"]);
        connection.cancel_task("one").await;
    };
    // One is cancelled by its name, one by whoever called going away; the last goes on to its end.
    let dropped = tokio::time::timeout(Duration::from_millis(500), call("two"));
    let (one, two, last, ()) =
        tokio::join!(tokio::time::timeout(Duration::from_secs(10), call("one")), dropped, call("three"), three);
    assert!(two.is_err());
    assert!(shown(&last.unwrap()).contains("three is done"));
    drop(one);
    assert_eq!(*cancelled.lock().unwrap(), ["one", "two"]);
    assert!(connection.running_tasks().is_empty());
}

/// Hears whatever a server tells.
#[derive(Default)]
struct Ear(Mutex<Vec<String>>);

impl Handler for Ear {
    fn told(&self, notification: Notification) -> Answering<'_, ()> {
        self.0.lock().unwrap().push(notification.method().to_owned());
        Box::pin(std::future::ready(()))
    }
}

/// A connection over a wire with a handler of its own, which hears more than a host does.
#[tokio::test(start_paused = true)]
async fn a_handler_of_the_callers_hears_everything() {
    let ear = Arc::new(Ear::default());
    let (ours, theirs) = duplex(1 << 16);
    tokio::spawn(async move {
        let (from, mut to) = split(theirs);
        let mut lines = BufReader::new(from).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let message: Value = serde_json::from_str(&line).unwrap();
            let told = ["notifications/tools/list_changed", "notifications/resources/updated", "house/own"];
            let told: String = told.map(|method| line_of(&json!({"jsonrpc": "2.0", "method": method}))).concat();
            let greeting = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "tools": []});
            let reply = line_of(&json!({"jsonrpc": "2.0", "id": message["id"], "result": greeting}));
            let text = match message["method"].as_str() {
                Some("tools/list") => told + &reply,
                Some("initialize") => reply,
                _ => continue,
            };
            to.write_all(text.as_bytes()).await.unwrap();
        }
    });
    let (from, to) = split(ours);
    let peer = Peer::over(from, to, ear.clone(), PeerOptions::default());
    let connection = Connection::on(peer, Arc::new(Nobody), within(5000)).await.unwrap();
    connection.list(retort_client::Catalogue::Tools).await.unwrap();
    let heard = ear.0.lock().unwrap();
    assert_eq!(*heard, ["notifications/tools/list_changed", "notifications/resources/updated", "house/own"]);
}
