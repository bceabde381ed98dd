//! Queues have an end: a handler that is busy makes the other side wait, and nobody waits for ever.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use retort_wire::{Answer, Answering, Handler, Notification, Params, Peer, Question, RequestOptions};
use tokio::io::AsyncWriteExt;
use tokio::sync::{Semaphore, SetOnce};

use crate::{connect, strict};

/// Hears one thing for each permit.
struct Slow {
    permits: Semaphore,
    heard: Mutex<Vec<usize>>,
}

impl Handler for Slow {
    fn told(&self, notification: Notification) -> Answering<'_, ()> {
        Box::pin(async move {
            self.permits.acquire().await.unwrap().forget();
            let at = notification.params().and_then(|params| params.to_plain().parse().ok()).unwrap();
            self.heard.lock().unwrap().push(at);
        })
    }
}

const MANY: usize = 20_000;

#[tokio::test(start_paused = true)]
async fn a_busy_handler_makes_the_other_side_wait() {
    let slow = Arc::new(Slow { permits: Semaphore::new(0), heard: Mutex::default() });
    let (_peer, mut hand) = connect(slow.clone(), strict());
    let written = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&written);
    let writing = tokio::spawn(async move {
        for at in 0..MANY {
            let line = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{at}}}\n");
            hand.to.write_all(line.as_bytes()).await.unwrap();
            count.fetch_add(1, Ordering::Relaxed);
        }
        hand
    });
    tokio::time::sleep(Duration::from_mins(1)).await;
    let taken = written.load(Ordering::Relaxed);
    assert!(taken < MANY / 2, "{taken} were taken while nobody listened");
    slow.permits.add_permits(MANY);
    writing.await.unwrap();
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!(*slow.heard.lock().unwrap(), (0..MANY).collect::<Vec<_>>());
}

/// Asks back whenever it is told something, and waits for the reply.
#[derive(Default)]
struct Curious {
    peer: SetOnce<Peer>,
    answered: AtomicUsize,
}

impl Handler for Curious {
    fn told(&self, _: Notification) -> Answering<'_, ()> {
        Box::pin(async move {
            let peer = self.peer.wait().await;
            if peer.request("tools/list", Params::new(), RequestOptions::default()).await.is_ok() {
                self.answered.fetch_add(1, Ordering::Relaxed);
            }
        })
    }

    fn asked(&self, _: Question) -> Answering<'_, Answer> {
        Box::pin(std::future::pending())
    }
}

/// The reply that a handler waits for is behind more than the queue holds.
#[tokio::test(start_paused = true)]
async fn a_reply_does_not_wait_behind_what_waits_for_it() {
    for flood in [
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"method\":\"sampling/createMessage\"}\n",
    ] {
        let curious = Arc::new(Curious::default());
        let mut options = strict();
        (options.queue, options.questions) = (8, 4);
        let (peer, mut hand) = connect(curious.clone(), options);
        curious.peer.set(peer.clone()).unwrap();
        hand.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}").await;
        hand.read().await;
        hand.to.write_all(flood.repeat(500).as_bytes()).await.unwrap();
        hand.write("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}").await;
        tokio::time::sleep(Duration::from_mins(1)).await;
        assert_eq!(curious.answered.load(Ordering::Relaxed), 1, "{flood}");
    }
}
