//! What the server remembers of a client between its requests: the stream beside the responses, messages held back
//! until a stream is resumed, and how often each case was called.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use retort_server::room::{OpenIds, Room, locked};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

/// What goes over a session's own stream.
#[derive(Debug)]
pub(super) enum Outgoing {
    Bytes {
        bytes: Vec<u8>,
        /// Given back once they are sent.
        room: OwnedSemaphorePermit,
    },
    HangUp,
}

#[derive(Debug)]
pub(super) struct Session {
    /// What waits in it has room among the answers, so it needs no other bound.
    outbox: UnboundedSender<Outgoing>,
    /// Whether nothing more goes over the stream.
    is_over: AtomicBool,
    /// The other end; whoever carries the stream holds the lock.
    pub(super) stream: tokio::sync::Mutex<UnboundedReceiver<Outgoing>>,
    kept: Mutex<VecDeque<(String, Vec<u8>)>>,
    calls: Mutex<HashMap<&'static str, usize>>,
    pub(super) ids: Arc<OpenIds>,
}

/// How many messages a session holds back; the oldest are forgotten.
const MOST_KEPT: usize = 16;
/// What something on the stream takes beside its bytes.
const ITEM_BYTES: usize = 64;

impl Session {
    fn new() -> Self {
        let (outbox, stream) = mpsc::unbounded_channel();
        Self {
            outbox,
            is_over: AtomicBool::new(false),
            stream: tokio::sync::Mutex::new(stream),
            kept: Mutex::default(),
            calls: Mutex::default(),
            ids: Arc::default(),
        }
    }

    /// Puts something on the stream, or holds it until there is one. A stream that nobody reads is ended.
    pub(super) fn push(&self, room: &Room, bytes: Vec<u8>) {
        match room.for_answer(bytes.len() + ITEM_BYTES) {
            // The session has both ends, so this cannot fail.
            Some(room) if !self.is_over.load(Ordering::Relaxed) => {
                let _ = self.outbox.send(Outgoing::Bytes { bytes, room });
            }
            Some(_) => {}
            None => self.hang_up(),
        }
    }

    /// Ends the stream, behind what is on it.
    pub(super) fn hang_up(&self) {
        if !self.is_over.swap(true, Ordering::Relaxed) {
            let _ = self.outbox.send(Outgoing::HangUp);
        }
    }

    pub(super) fn keep(&self, event: String, events: Vec<u8>) {
        let mut kept = locked(&self.kept);
        if kept.len() >= MOST_KEPT {
            kept.pop_front();
        }
        kept.push_back((event, events));
    }

    /// What was held back behind an event. It can be asked for again: a client's first try may have failed.
    pub(super) fn kept(&self, event: &str) -> Option<Vec<u8>> {
        locked(&self.kept).iter().rev().find(|(of, _)| of == event).map(|(_, events)| events.clone())
    }

    /// How often a case was called before.
    pub(super) fn attempt(&self, case: &'static str) -> usize {
        let mut calls = locked(&self.calls);
        let count = calls.entry(case).or_default();
        *count += 1;
        *count - 1
    }
}

/// The sessions, the longest idle first. An odd response may have given a client an id that was never made here, so an
/// unknown id starts a session. Clients come and go without saying so: only so many are remembered.
#[derive(Debug)]
pub(super) struct Sessions {
    known: Mutex<Vec<(String, Arc<Session>)>>,
    most: usize,
}

impl Sessions {
    pub(super) fn new(most: usize) -> Self {
        Self { known: Mutex::default(), most: most.max(1) }
    }

    /// The session of that id; `None` where there are too many, and all in use.
    pub(super) fn of(&self, id: &str) -> Option<Arc<Session>> {
        let mut known = locked(&self.known);
        let at = known.iter().position(|(of, _)| of == id);
        let entry = if let Some(at) = at {
            known.remove(at)
        } else {
            if known.len() >= self.most {
                // Whoever uses a session has a reference to it as well.
                let idle = known.iter().position(|(_, session)| Arc::strong_count(session) == 1)?;
                known.remove(idle);
            }
            (id.to_owned(), Arc::new(Session::new()))
        };
        let session = Arc::clone(&entry.1);
        known.push(entry);
        Some(session)
    }

    pub(super) fn known(&self, id: &str) -> Option<Arc<Session>> {
        locked(&self.known).iter().find(|(of, _)| of == id).map(|(_, session)| Arc::clone(session))
    }

    pub(super) fn end(&self, id: &str) {
        locked(&self.known).retain(|(of, _)| of != id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retort_server::Limits;

    #[test]
    fn the_longest_idle_session_goes_and_none_that_is_in_use() {
        let sessions = Sessions::new(2);
        let (one, two) = (sessions.of("one").unwrap(), sessions.of("two").unwrap());
        assert!(sessions.of("three").is_none());
        drop(two);
        sessions.of("three").unwrap();
        assert!(sessions.known("one").is_some() && sessions.known("two").is_none());
        drop(one);
        sessions.of("one").unwrap();
        sessions.of("four").unwrap();
        assert!(sessions.known("one").is_some() && sessions.known("three").is_none());
    }

    #[tokio::test]
    async fn a_stream_that_nobody_reads_is_ended() {
        let mut limits = Limits::default();
        limits.answer_bytes = 1000;
        let room = Room::new(limits);
        let session = Session::new();
        for _ in 0..100 {
            session.push(&room, vec![b'x'; 236]);
        }
        let mut stream = session.stream.lock().await;
        let mut sent = 0;
        while let Some(Outgoing::Bytes { .. }) = stream.recv().await {
            sent += 1;
        }
        assert_eq!(sent, 3);
        assert!(stream.try_recv().is_err());
    }
}
