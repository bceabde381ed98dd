//! What the other side asks and tells reaches the handler, known or not; and what a handler does reaches the other side.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use retort_wire::{
    Answer, Answering, Closing, Error, Handler, Notification, Params, Peer, PeerOptions, Question, RequestOptions,
};
use serde_json::{Value, json};
use tokio::sync::SetOnce;

use crate::{connect, strict};

/// Writes down what it is asked and told.
#[derive(Default)]
struct Clerk {
    heard: Mutex<Vec<String>>,
    /// How long an answer takes, in milliseconds, and how long it takes to hear something.
    takes: u64,
    listens: u64,
}

impl Clerk {
    fn hear(&self, text: String) {
        self.heard.lock().unwrap().push(text);
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.heard.lock().unwrap())
    }
}

impl Handler for Clerk {
    fn asked(&self, question: Question) -> Answering<'_, Answer> {
        self.hear(format!("{} {} {}", question.method(), question.id(), text(question.bytes())));
        Box::pin(async move {
            let _clock = question.stop_clock();
            tokio::time::sleep(Duration::from_millis(self.takes)).await;
            self.hear(format!("{} is done", question.id()));
            match question.method() {
                "refuse" => Answer::Error { code: -5, message: "no".to_owned(), data: Some("[1]".to_owned()) },
                "whole" => Answer::Message(r#"{"jsonrpc":"2.0","id":0,"result":{"n":1.0}}"#.into()),
                _ => Answer::Result(question.params().map_or("null".to_owned(), |params| params.as_str().to_owned())),
            }
        })
    }

    fn told(&self, notification: Notification) -> Answering<'_, ()> {
        let concerns = notification.concerns().map_or(String::new(), |id| format!(" of {id}"));
        Box::pin(async move {
            if self.listens > 0 {
                tokio::time::sleep(Duration::from_millis(self.listens)).await;
            }
            self.hear(format!("{}{concerns} {}", notification.method(), text(notification.bytes())));
        })
    }

    fn stray(&self, bytes: &bytes::Bytes) {
        self.hear(format!("stray {}", text(bytes).trim()));
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Both ways of matching: the handler hears the same.
fn both() -> [PeerOptions; 2] {
    [PeerOptions::default(), strict()]
}

#[tokio::test(start_paused = true)]
async fn whatever_is_asked_or_told_arrives_as_it_was_sent() {
    for options in both() {
        let clerk = Arc::new(Clerk::default());
        let (_peer, mut hand) = connect(clerk.clone(), options);
        let asked = [
            r#"{"jsonrpc":"2.0","id":"a b","method":"nobody/knows","params":{"n": 1.50, "n": 2}}"#,
            r#"{ "params" : [1], "id" : 7, "method":"ping","jsonrpc":"2.0"}"#,
            r#"{"jsonrpc":"2.0","id":-1,"method":"refuse"}"#,
            r#"{"jsonrpc":"2.0","id":9007199254740993,"method":"whole"}"#,
        ];
        let expected = [
            r#"{"jsonrpc":"2.0","id":"a b","result":{"n": 1.50, "n": 2}}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":[1]}"#,
            r#"{"jsonrpc":"2.0","id":-1,"error":{"code":-5,"message":"no","data":[1]}}"#,
            r#"{"jsonrpc":"2.0","id":9007199254740993,"result":{"n":1.0}}"#,
        ];
        for (line, expected) in asked.iter().zip(expected) {
            hand.write(line).await;
            assert_eq!(hand.read().await, expected);
        }
        let heard = clerk.take();
        assert!(heard[0].ends_with(asked[0]) && heard[0].starts_with("nobody/knows \"a b\" "), "{heard:?}");
        assert!(heard[2].ends_with(asked[1]), "{heard:?}");
        for line in [
            r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"a:b"}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"gone"}}"#,
            r#"{"jsonrpc":"2.0","method":"what/ever","params":{"a":"\u00e9"}}"#,
        ] {
            hand.write(line).await;
            tokio::time::sleep(Duration::from_millis(1)).await;
            let heard = clerk.take();
            assert_eq!(heard.len(), 1, "{heard:?}");
            assert!(heard[0].ends_with(line), "{heard:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_told_before_a_reply_is_heard_before_it() {
    for options in both() {
        let clerk = Arc::new(Clerk { listens: 300, ..Clerk::default() });
        let (peer, mut hand) = connect(clerk.clone(), options);
        let asking = tokio::spawn(async move {
            let reply = peer.request("tools/call", Params::new(), RequestOptions::default()).await.unwrap();
            (reply, peer)
        });
        hand.read().await;
        let log = |at: usize| json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": at}});
        let mut lines: Vec<String> = (0..100).map(|at| log(at).to_string()).collect();
        lines.push(r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#.to_owned());
        hand.write(&lines.join("\n")).await;
        asking.await.unwrap();
        assert_eq!(clerk.take().len(), 100);
    }
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_question_is_not_answered() {
    for options in both() {
        let clerk = Arc::new(Clerk { takes: 1000, ..Clerk::default() });
        let (_peer, mut hand) = connect(clerk.clone(), options);
        hand.write(r#"{"jsonrpc":"2.0","id":"q","method":"long"}"#).await;
        hand.write(r#"{"jsonrpc":"2.0","id":5,"method":"long"}"#).await;
        hand.write(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q"}}"#).await;
        assert_eq!(hand.read().await, r#"{"jsonrpc":"2.0","id":5,"result":null}"#);
        let heard = clerk.take();
        assert!(heard.iter().any(|line| line.starts_with("notifications/cancelled")), "{heard:?}");
        assert!(!heard.contains(&"\"q\" is done".to_owned()), "{heard:?}");
    }
}

/// Only the request that a question belongs to waits for the answer.
#[tokio::test(start_paused = true)]
async fn a_question_stops_one_clock() {
    let clerk = Arc::new(Clerk { takes: 5000, ..Clerk::default() });
    let (peer, mut hand) = connect(clerk, strict());
    let begin = async |timeout| {
        let options = RequestOptions::within(Duration::from_millis(timeout));
        let meta = |id: u64| format!(r#"{{"progressToken":"token {id}"}}"#);
        peer.begin("tools/call", options, |id| Params::new().with_json("_meta", meta(id))).await.unwrap()
    };
    let (asks, other) = (begin(1000).await, begin(1000).await);
    hand.read().await;
    hand.read().await;
    let question = json!({"jsonrpc": "2.0", "id": 1, "method": "elicitation/create",
        "params": {"message": "?", "_meta": {"progressToken": format!("token {}", asks.id())}}});
    hand.write(&question.to_string()).await;
    let id = asks.id();
    let start = tokio::time::Instant::now();
    let (mut asks, mut other) = (Box::pin(asks.reply()), Box::pin(other.reply()));
    tokio::select! {
        reply = &mut other => assert!(matches!(reply, Err(Error::Deadline { .. })), "{reply:?}"),
        reply = &mut asks => panic!("its clock did not stand still: {reply:?}"),
    }
    assert_eq!(start.elapsed().as_millis() / 100, 10);
    while !hand.read().await.contains("\"result\"") {}
    hand.write(&json!({"jsonrpc": "2.0", "id": id, "result": {}}).to_string()).await;
    assert!(asks.await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn progress_gives_a_request_its_time_again() {
    let clerk = Arc::new(Clerk::default());
    let (peer, mut hand) = connect(clerk.clone(), strict());
    let options = RequestOptions::within(Duration::from_millis(100));
    let mine =
        peer.begin("x/y", options, |_| Params::new().with_json("_meta", r#"{"progressToken":"p"}"#)).await.unwrap();
    hand.read().await;
    let id = mine.id();
    let waiting = tokio::spawn(mine.reply());
    for _ in 0..5 {
        tokio::time::sleep(Duration::from_millis(80)).await;
        hand.write(
            r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}"#,
        )
        .await;
    }
    tokio::time::sleep(Duration::from_millis(80)).await;
    hand.write(&json!({"jsonrpc": "2.0", "id": id, "result": {}}).to_string()).await;
    assert!(waiting.await.unwrap().is_ok());
    assert!(clerk.take()[0].starts_with(&format!("notifications/progress of {id}")));
}

/// Leaves its answers for later.
#[derive(Default)]
struct Later(Mutex<Vec<String>>);

impl Handler for Later {
    fn asked(&self, question: Question) -> Answering<'_, Answer> {
        self.0.lock().unwrap().push(question.id().to_owned());
        Box::pin(std::future::ready(Answer::Later))
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_may_be_given_later() {
    let later = Arc::new(Later::default());
    let mut options = strict();
    options.questions = 2;
    let (peer, mut hand) = connect(later.clone(), options);
    for round in 0..4 {
        for at in 0..2 {
            let id = 2 * round + at;
            hand.write(&json!({"jsonrpc": "2.0", "id": id, "method": "when"}).to_string()).await;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
        let ids = std::mem::take(&mut *later.0.lock().unwrap());
        assert_eq!(ids.len(), 2, "no more than two are open, and those that were answered are not");
        for id in ids {
            peer.respond(&id, Answer::Result("true".to_owned())).await;
            assert_eq!(hand.read().await, format!(r#"{{"jsonrpc":"2.0","id":{id},"result":true}}"#));
        }
    }
}

/// Whoever closes its end first still gets the answers to what it asked.
#[tokio::test(start_paused = true)]
async fn what_was_asked_before_the_end_is_answered() {
    let (peer, mut hand) = connect(Arc::new(Clerk { takes: 1000, ..Clerk::default() }), strict());
    hand.write(r#"{"jsonrpc":"2.0","id":1,"method":"slow","params":{}}"#).await;
    tokio::io::AsyncWriteExt::shutdown(&mut hand.to).await.unwrap();
    let closed = tokio::spawn(async move { peer.closed().await });
    assert_eq!(hand.read().await, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    assert!(matches!(closed.await.unwrap(), Closing::Ended { .. }));
}

#[tokio::test(start_paused = true)]
async fn what_waits_when_it_is_closed_fails() {
    let (peer, mut hand) = connect(Arc::new(Clerk::default()), strict());
    let waiting = peer.begin("a/b", RequestOptions::default(), |_| Params::new()).await.unwrap();
    hand.read().await;
    peer.close().await;
    assert!(matches!(waiting.reply().await, Err(Error::Closed { .. })));
    assert!(matches!(peer.closed().await, Closing::Closed));
    let after = peer.request("a/b", Params::new(), RequestOptions::default()).await;
    assert!(matches!(after, Err(Error::Closed { .. })), "{after:?}");
}

/// A server that does not read does not keep a request beyond its deadline.
#[tokio::test(start_paused = true)]
async fn what_nobody_takes_has_a_deadline_too() {
    let mut options = strict();
    options.queue = 1;
    let (peer, _hand) = connect(Arc::new(Clerk::default()), options);
    let options = || RequestOptions::within(Duration::from_millis(100));
    let large = || Params::new().with("text", "x".repeat(1 << 17));
    let (one, other, third) = tokio::join!(
        peer.request("a/b", large(), options()),
        peer.request("a/b", large(), options()),
        peer.request("a/b", large(), options())
    );
    assert!([one, other, third].iter().all(|reply| matches!(reply, Err(Error::Deadline { .. }))));
}

/// Passes everything on.
#[derive(Default)]
struct Relay(SetOnce<Peer>);

impl Handler for Relay {
    fn asked(&self, question: Question) -> Answering<'_, Answer> {
        Box::pin(async move { self.0.wait().await.forward(&question, RequestOptions::default()).await.into() })
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_forwarded_keeps_its_bytes_and_its_id() {
    let relay = Arc::new(Relay::default());
    let (_to_client, mut client) = connect(relay.clone(), strict());
    let (to_server, mut server) = connect(Arc::new(Clerk::default()), strict());
    relay.0.set(to_server).unwrap();
    client.write(r#"{ "method":"tools/call","id":"mine", "params":{"n":1.0,  "n":"\u0041"},"jsonrpc":"2.0"}"#).await;
    assert_eq!(
        server.read().await,
        r#"{ "method":"tools/call","id":1, "params":{"n":1.0,  "n":"\u0041"},"jsonrpc":"2.0"}"#
    );
    server.write(r#"{"result":{"big":12345678901234567890.10},"id":1,"jsonrpc":"2.0" , "more":[]}"#).await;
    assert_eq!(
        client.read().await,
        r#"{"result":{"big":12345678901234567890.10},"id":"mine","jsonrpc":"2.0" , "more":[]}"#
    );
    client.write(r#"{"jsonrpc":"2.0","id":0,"method":"tools/call"}"#).await;
    assert_eq!(server.read().await, r#"{"jsonrpc":"2.0","id":2,"method":"tools/call"}"#);
    client
        .write(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"so","requestId":0,"x":1}}"#)
        .await;
    assert_eq!(
        server.read().await,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"so","requestId":2,"x":1}}"#
    );
    // What comes all the same is nobody's.
    server.write(r#"{"jsonrpc":"2.0","id":2,"result":{}}"#).await;
    client.write(r#"{"jsonrpc":"2.0","id":3,"method":"ping"}"#).await;
    server.read().await;
    server.write(r#"{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"no"}}"#).await;
    let last: Value = serde_json::from_str(&client.read().await).unwrap();
    assert_eq!(last, json!({"jsonrpc": "2.0", "id": 3, "error": {"code": 1, "message": "no"}}));
}

#[tokio::test(start_paused = true)]
async fn bytes_alone_are_forwarded_too() {
    let (peer, mut hand) = connect(Arc::new(Clerk::default()), strict());
    let asking = tokio::spawn(async move {
        let forward = async |text: &str| peer.forward_bytes(text.as_bytes(), RequestOptions::default()).await;
        for (text, is_request) in
            [(r#"{"jsonrpc":"2.0","method":"told"}"#, false), ("[]", false), (r#"{"id":1,"method":2}"#, false)]
        {
            assert_eq!(forward(text).await.is_ok(), is_request, "{text}");
        }
        forward(r#"{"jsonrpc":"2.0", "id":[1], "method":"a\/b" }"#).await
    });
    let asked: Value = serde_json::from_str(&hand.read().await).unwrap();
    assert_eq!(asked["method"], "a/b");
    hand.write(&format!(r#"{{"jsonrpc":"2.0","id":{},"result":[1.0]}}"#, asked["id"])).await;
    assert_eq!(asking.await.unwrap().unwrap(), r#"{"jsonrpc":"2.0","id":[1],"result":[1.0]}"#);
}

#[tokio::test(start_paused = true)]
async fn what_was_sent_before_it_was_closed_arrives() {
    let (peer, mut hand) = connect(Arc::new(Clerk::default()), strict());
    let sending = tokio::spawn(async move {
        for _ in 0..100 {
            peer.notify("n", Some(Params::new().with("text", "x".repeat(10_000)))).await.unwrap();
        }
        peer.close().await;
    });
    for _ in 0..100 {
        hand.read().await;
    }
    sending.await.unwrap();
    assert!(hand.lines.next_line().await.unwrap().is_none());
}
