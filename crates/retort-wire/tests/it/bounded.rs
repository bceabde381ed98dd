//! Whatever the other side sends, and however fast: a deadline is obeyed, memory has a bound, and what is too much is an error
//! that names its limit.

use std::io::Write as _;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::task::{Context, Poll};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use retort_wire::{
    Address, Answer, Answering, Budget, Error, Exceeded, Handler, Matching, NoHandler, Params, Peer, PeerOptions,
    Question, RequestOptions, Sum,
};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, ReadBuf, duplex, sink, split};
use trials::PATIENCE;

use crate::{connect, strict};

/// A stream that always has more of the same, and never lets anybody else have a turn.
struct Endless {
    piece: Vec<u8>,
    at: usize,
}

impl AsyncRead for Endless {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, room: &mut ReadBuf<'_>) -> Poll<std::io::Result<()>> {
        let at = self.at;
        let count = room.remaining().min(self.piece.len() - at);
        room.put_slice(&self.piece[at..at + count]);
        self.at = (at + count) % self.piece.len();
        Poll::Ready(Ok(()))
    }
}

fn bounded(max_size: usize, matching: Matching) -> PeerOptions {
    let mut options = PeerOptions::default();
    (options.max_size, options.matching) = (max_size, matching);
    options
}

const MEGABYTE: usize = 1 << 20;

/// Runs work on a thread of its own, on one thread alone: whatever keeps that busy for ever is noticed.
fn on_one_thread<T: Send + 'static>(work: impl AsyncFnOnce() -> T + Send + 'static) -> T {
    let (done, ended) = mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let _ = done.send(runtime.block_on(work()));
        runtime.shutdown_background();
    });
    ended.recv_timeout(PATIENCE).expect("the deadline is obeyed")
}

/// What never ends, in many ways.
fn endless() -> Vec<Vec<u8>> {
    let note = |length: usize| {
        let text = "x".repeat(length);
        format!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{{\"data\":\"{text}\"}}}}\n")
            .into_bytes()
    };
    let mut all: Vec<Vec<u8>> = [
        "{}",
        "{}\n",
        "[]",
        "{",
        "[",
        "\"",
        " ",
        "\n",
        "x",
        "x\n",
        "{\n",
        "[{}\n",
        "\"a\"\n",
        "\\",
        "\0",
        "{\0}\0",
        "{\"id\":9,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"ping\"}\n",
        "[{\"jsonrpc\":\"2.0\",\"method\":\"m\"},{\"jsonrpc\":\"2.0\",\"method\":\"m\"}]\n",
        "log [ {\"jsonrpc\":\"2.0\",\"method\":\"m\"}\n",
    ]
    .into_iter()
    .map(|piece| piece.repeat(4096).into_bytes())
    .collect();
    all.push(vec![0xFF; 4096]);
    all.extend([note(10), note(100_000), note(900_000)]);
    all
}

#[test]
fn a_deadline_is_obeyed_whatever_comes() {
    for matching in [Matching::Lenient, Matching::Strict] {
        for piece in endless() {
            let shown = String::from_utf8_lossy(&piece[..piece.len().min(60)]).into_owned();
            let error = on_one_thread(async move || {
                let from = Endless { piece, at: 0 };
                let peer = Peer::over(from, sink(), Arc::new(NoHandler), bounded(4 * MEGABYTE, matching));
                let options = RequestOptions::within(Duration::from_millis(300));
                peer.request("tools/call", Params::new(), options).await.map(|reply| reply.bytes.len())
            });
            match error {
                Err(Error::Deadline { .. } | Error::TooMuch(_)) => {}
                // With lenient matching, what came may be the payload.
                Ok(_) if matching == Matching::Lenient => {}
                other => panic!("{matching:?} {shown:?}: {other:?}"),
            }
        }
    }
}

/// Whoever cancels is not held up either.
#[test]
fn a_cancel_wins_over_an_endless_stream() {
    for piece in endless() {
        on_one_thread(async move || {
            let from = Endless { piece, at: 0 };
            let peer = Peer::over(from, sink(), Arc::new(NoHandler), bounded(64 * MEGABYTE, Matching::Strict));
            let cancel = tokio::time::sleep(Duration::from_millis(100));
            tokio::select! {
                _ = peer.request("tools/call", Params::new(), RequestOptions::default()) => {}
                () = cancel => {}
            }
        });
    }
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A server that answers every request with these bytes, whatever was asked.
async fn serve(kind: &'static str, body: Vec<u8>) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let head =
        format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n");
    let answer = [head.as_bytes(), &body].concat();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let answer = answer.clone();
            tokio::spawn(async move {
                let mut asked = vec![0; 1 << 16];
                let _ = stream.read(&mut asked).await;
                // A client that has seen enough closes the connection.
                let _ = stream.write_all(&answer).await;
            });
        }
    });
    address
}

/// How a request ends that is answered so. Whatever was held for it is given back.
async fn asked(kind: &'static str, body: Vec<u8>, matching: Matching) -> Result<usize, Error> {
    let budget = Budget::new(usize::MAX);
    let mut options = bounded(SMALL, matching);
    options.budget = Some(budget.clone());
    let peer = Peer::http(Address::new(serve(kind, body).await), Arc::new(NoHandler), options).unwrap();
    let reply = peer.request("tools/call", Params::new(), RequestOptions::within(PATIENCE)).await;
    drop(peer);
    let given_back = async {
        while budget.used() > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(PATIENCE, given_back).await.expect("nothing is held any more");
    reply.map(|reply| reply.bytes.len())
}

/// How large a message may be where much more is sent.
const SMALL: usize = 1 << 16;
/// Much more.
const MUCH: usize = 1 << 23;

/// A little that becomes much: as one message, as many, and as many in one.
#[tokio::test]
async fn what_is_packed_becomes_no_more_than_is_taken() {
    const JSON: &str = "application/json";
    const EVENTS: &str = "text/event-stream";
    let note = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}";
    let event = format!("data: {note}\n\n");
    for (what, kind, body, sum) in [
        ("one message", JSON, format!("{{\"a\":\"{}", " ".repeat(MUCH)), Sum::Unpacked),
        ("nothing", JSON, " ".repeat(MUCH), Sum::Unpacked),
        ("one event", EVENTS, format!("data: {}", " ".repeat(MUCH)), Sum::Message),
        ("one line", EVENTS, "x".repeat(MUCH), Sum::Message),
        ("one name", EVENTS, format!("event: {}", "x".repeat(MUCH)), Sum::Message),
        ("events", EVENTS, event.repeat(MUCH / event.len()), Sum::Unpacked),
        ("comments", EVENTS, ": \n".repeat(MUCH / 3), Sum::Unpacked),
        ("messages in an event", EVENTS, format!("data: {}\n\n", "{}".repeat(20_000)), Sum::Messages),
        ("messages in a body", JSON, "{}".repeat(20_000), Sum::Messages),
        ("a batch", JSON, format!("[{}{{}}]", "{},".repeat(20_000)), Sum::Messages),
        ("lines", JSON, "x {\n".repeat(10_000), Sum::Messages),
    ] {
        let body = packed(body.as_bytes());
        for matching in [Matching::Lenient, Matching::Strict] {
            match asked(kind, body.clone(), matching).await {
                Err(Error::TooMuch(exceeded)) => assert_eq!(exceeded.sum, sum, "{what}: {exceeded}"),
                other => panic!("{what} {matching:?}: {other:?}"),
            }
        }
    }
}

#[tokio::test]
async fn a_message_that_fits_is_taken_however_it_is_packed() {
    let text = "x".repeat(SMALL - 200);
    let reply = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{\"content\":[{{\"type\":\"text\",\"text\":\"{text}\"}}]}}}}"
    );
    for matching in [Matching::Lenient, Matching::Strict] {
        let ended = asked("application/json", packed(reply.as_bytes()), matching).await;
        assert_eq!(ended.unwrap(), reply.len());
        let ended = asked("text/event-stream", packed(format!("data: {reply}\n\n").as_bytes()), matching).await;
        assert_eq!(ended.unwrap(), reply.len());
    }
}

/// What is over has the name of its limit, and its value.
#[tokio::test]
async fn too_much_over_a_pipe_names_its_limit() {
    let from = Endless { piece: b"{\"a\":".to_vec(), at: 0 };
    let peer = Peer::over(from, sink(), Arc::new(NoHandler), bounded(MEGABYTE, Matching::Lenient));
    let error = peer.request("m", Params::new(), RequestOptions::within(PATIENCE)).await.unwrap_err();
    let Error::TooMuch(exceeded) = &error else { panic!("{error}") };
    assert_eq!(*exceeded, Exceeded::new(Sum::Message, MEGABYTE));
    assert_eq!(error.to_string(), "the server sent a message of more than 1048576 bytes");
}

/// What all connections hold together has a limit of its own.
#[tokio::test]
async fn connections_share_what_a_process_may_hold() {
    let budget = Budget::new(MEGABYTE);
    let options = || {
        let mut options = bounded(MEGABYTE, Matching::Lenient);
        options.budget = Some(budget.clone());
        options
    };
    let begun = "{\"a\":\"".to_owned() + &"x".repeat(600_000);
    let (one, mut to_one) = connect(Arc::new(NoHandler), options());
    to_one.to.write_all(begun.as_bytes()).await.unwrap();
    while budget.used() < 600_000 {
        tokio::task::yield_now().await;
    }
    let (two, mut to_two) = connect(Arc::new(NoHandler), options());
    // Nobody takes the rest of it once it is too much.
    let writing = tokio::spawn(async move {
        let _ = to_two.to.write_all(begun.as_bytes()).await;
    });
    match two.request("m", Params::new(), RequestOptions::within(PATIENCE)).await {
        Err(Error::TooMuch(exceeded)) => assert_eq!(exceeded, Exceeded::new(Sum::Process, MEGABYTE)),
        other => panic!("{other:?}"),
    }
    writing.abort();
    drop(one);
    drop(two);
}

/// Answers at once, at length, and counts.
struct Talkative(AtomicUsize);

impl Handler for Talkative {
    fn asked(&self, _: Question) -> Answering<'_, Answer> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Box::pin(std::future::ready(Answer::Result(format!("\"{}\"", "x".repeat(10_000)))))
    }
}

/// A peer that asks and does not read has to wait: its questions are answered only as far as the answers are written.
#[tokio::test(start_paused = true)]
async fn whoever_does_not_read_is_not_written_to_without_end() {
    let budget = Budget::new(usize::MAX);
    let mut options = strict();
    (options.max_size, options.questions, options.budget) = (MEGABYTE, 4, Some(budget.clone()));
    let talkative = Arc::new(Talkative(AtomicUsize::new(0)));
    let (ours, theirs) = duplex(1 << 12);
    let (from, to) = split(ours);
    let peer = Peer::over(from, to, talkative.clone(), options);
    let (mut answers, mut to) = split(theirs);
    let asking = tokio::spawn(async move {
        for id in 0..10_000 {
            let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n");
            if to.write_all(line.as_bytes()).await.is_err() {
                break;
            }
        }
        to
    });
    tokio::time::sleep(Duration::from_mins(10)).await;
    assert!(!asking.is_finished());
    // As many as may be open: the places of those that are answered are free only when the answers are written.
    assert_eq!(talkative.0.load(Ordering::Relaxed), 4);
    assert!(budget.used() < 2 * MEGABYTE, "{}", budget.used());
    let mut read = vec![0; 1 << 16];
    while !asking.is_finished() {
        assert!(answers.read(&mut read).await.unwrap() > 0);
    }
    assert!(talkative.0.load(Ordering::Relaxed) > 5_000);
    drop(peer);
}

/// Waits for ever over each notification.
struct Deaf;

impl Handler for Deaf {
    fn told(&self, _: retort_wire::Notification) -> Answering<'_, ()> {
        Box::pin(std::future::pending())
    }
}

/// What waits for a handler is counted in bytes, too.
#[tokio::test(start_paused = true)]
async fn large_messages_that_wait_are_few() {
    let budget = Budget::new(usize::MAX);
    let mut options = strict();
    (options.max_size, options.budget) = (MEGABYTE, Some(budget.clone()));
    let (peer, mut hand) = connect(Arc::new(Deaf), options);
    let written = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&written);
    tokio::spawn(async move {
        let text = "x".repeat(200_000);
        let line = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":\"{text}\"}}\n");
        while hand.to.write_all(line.as_bytes()).await.is_ok() {
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    tokio::time::sleep(Duration::from_mins(10)).await;
    let taken = written.load(Ordering::Relaxed);
    assert!((5..20).contains(&taken), "{taken}");
    assert!(budget.used() <= 4 * MEGABYTE, "{}", budget.used());
    drop(peer);
}
