//! Several callers on one connection: nobody gets a stranger's answer, whatever the server does.

use std::sync::Arc;
use std::time::Duration;

use retort_wire::{Matching, NoHandler, Params, Peer, PeerOptions, RequestOptions};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::sync::Mutex;

use crate::connect;

/// How many interleavings are tried. The seeds are fixed: they are the numbers up to this one.
const INTERLEAVINGS: u64 = 10_000;
/// How many requests each of two callers sends, one after the other.
const REQUESTS: u64 = 4;
/// How long a caller waits for an answer, in milliseconds; a server may take twice as long.
const PATIENCE: u64 = 20;

/// Numbers that look random and are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % end
    }
}

/// What a server sends for a request: after how many milliseconds, and what.
fn answers(request: &Value, random: &mut Random) -> Vec<(u64, String)> {
    let (id, mark) = (&request["id"], &request["params"]["mark"]);
    let number = id.as_u64().unwrap();
    let mut sent = Vec::new();
    for _ in 0..=random.below(3) {
        let wait = random.below(2 * PATIENCE);
        let result = json!({"content": [{"type": "text", "text": "here you are"}], "mark": mark});
        let body = if random.below(8) == 0 {
            json!({"jsonrpc": "2.0", "error": {"code": 1, "message": "no", "data": mark}})
        } else {
            json!({"jsonrpc": "2.0", "result": result})
        };
        let with = |id: Value| {
            let mut body = body.clone();
            body["id"] = id;
            body.to_string()
        };
        let text = match random.below(12) {
            0..4 => with(id.clone()),
            4 => with(json!(id.to_string())),
            // An id that nobody has: of a request that is over, or of one that may come.
            5 => with(json!(0)),
            6 => with(json!(number + 100)),
            7 => with(Value::Null),
            8 => with(json!("somebody")),
            // None at all, and no message at all.
            9 => body.to_string(),
            10 => result.to_string(),
            _ => format!("[{body}]"),
        };
        sent.push((wait, text));
    }
    sent
}

/// What callers got: how many an answer, and how many a stranger's.
#[derive(Debug, Default)]
struct Got {
    own: u64,
    strangers: u64,
}

async fn interleave(seed: u64, matching: Matching) -> Got {
    let mut options = PeerOptions::default();
    options.matching = matching;
    let (peer, hand) = connect(Arc::new(NoHandler), options);
    let server = tokio::spawn(async move {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let (mut lines, to) = (hand.lines, Arc::new(Mutex::new(hand.to)));
        while let Ok(Some(line)) = lines.next_line().await {
            let request: Value = serde_json::from_str(&line).unwrap();
            if request["id"].is_null() {
                continue;
            }
            for (wait, text) in answers(&request, &mut random) {
                let to = Arc::clone(&to);
                tokio::spawn(async move {
                    tokio::time::sleep(Duration::from_millis(wait)).await;
                    let _ = to.lock().await.write_all(format!("{text}\n").as_bytes()).await;
                });
            }
        }
    });
    let (one, other) = tokio::join!(call(peer.clone(), "one"), call(peer.clone(), "other"));
    peer.close().await;
    server.abort();
    Got { own: one.own + other.own, strangers: one.strangers + other.strangers }
}

async fn call(peer: Peer, name: &str) -> Got {
    let mut got = Got::default();
    for number in 0..REQUESTS {
        let mark = format!("{name} {number}");
        let options = RequestOptions::within(Duration::from_millis(PATIENCE));
        let params = Params::new().with("mark", &mark);
        if let Ok(reply) = peer.request("tools/call", params, options).await {
            let is_own = String::from_utf8_lossy(&reply.bytes).contains(&format!("\"{mark}\""));
            got.own += u64::from(is_own);
            got.strangers += u64::from(!is_own);
        }
    }
    got
}

#[tokio::test(start_paused = true)]
async fn nobody_gets_a_strangers_answer() {
    let mut own = 0;
    for seed in 1..=INTERLEAVINGS {
        let got = Box::pin(interleave(seed, Matching::Strict)).await;
        assert_eq!(got.strangers, 0, "seed {seed}: {got:?}");
        own += got.own;
    }
    // Most requests have an answer that is theirs and comes in time.
    assert!(own > INTERLEAVINGS * REQUESTS / 2, "only {own} answers");
}

/// The server above is one that confuses callers: with lenient matching, some get what is not theirs.
#[tokio::test(start_paused = true)]
async fn lenient_matching_is_for_one_caller() {
    let mut strangers = 0;
    for seed in 1..=200 {
        strangers += Box::pin(interleave(seed, Matching::Lenient)).await.strangers;
    }
    assert!(strangers > 0);
}

/// More requests are given up than are remembered; then the reply to the oldest of them comes.
#[tokio::test(start_paused = true)]
async fn however_many_were_given_up_a_late_reply_is_nobodys() {
    let (peer, mut hand) = connect(Arc::new(NoHandler), crate::strict());
    for _ in 0..1200 {
        let given_up = peer.begin("tools/call", RequestOptions::default(), |_| Params::new()).await.unwrap();
        hand.read().await;
        drop(given_up);
        assert!(hand.read().await.contains("notifications/cancelled"));
    }
    let options = RequestOptions::within(Duration::from_millis(PATIENCE));
    let waiting = peer.begin("tools/call", options, |_| Params::new()).await.unwrap();
    let id = waiting.id();
    for late in [1, id - 1, id + 1] {
        hand.write(&json!({"jsonrpc": "2.0", "id": late, "result": {"content": []}}).to_string()).await;
    }
    assert!(waiting.reply().await.is_err());
}

/// A question is no answer, whatever its id and however it is spelt.
#[tokio::test(start_paused = true)]
async fn a_question_is_nobodys_answer() {
    let (peer, mut hand) = connect(Arc::new(NoHandler), crate::strict());
    let options = RequestOptions::within(Duration::from_millis(PATIENCE));
    let waiting = peer.begin("tools/call", options, |_| Params::new()).await.unwrap();
    hand.read().await;
    let id = waiting.id();
    let asked: [&[u8]; 3] = [b"ping", b"\xFF", b"a\\ud800"];
    for method in asked {
        let start = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"");
        hand.to.write_all(&[start.as_bytes(), method, b"\"}\n"].concat()).await.unwrap();
        assert!(hand.read().await.contains("-32601"));
    }
    assert!(waiting.reply().await.is_err());
}
