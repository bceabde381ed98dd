//! What the server remembers of a client between its requests: the stream beside the responses, messages held back
//! until a stream is resumed, and how often each case was called.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

/// What goes over a session's own stream.
#[derive(Debug)]
pub(super) enum Outgoing {
    Bytes(Vec<u8>),
    HangUp,
}

#[derive(Debug)]
pub(super) struct Session {
    outbox: UnboundedSender<Outgoing>,
    /// The other end; whoever carries the stream holds the lock.
    pub(super) stream: tokio::sync::Mutex<UnboundedReceiver<Outgoing>>,
    kept: Mutex<HashMap<String, Vec<u8>>>,
    calls: Mutex<HashMap<&'static str, usize>>,
}

impl Session {
    fn new() -> Self {
        let (outbox, stream) = mpsc::unbounded_channel();
        let stream = tokio::sync::Mutex::new(stream);
        Self { outbox, stream, kept: Mutex::default(), calls: Mutex::default() }
    }

    /// Puts something on the stream, or holds it until there is one.
    pub(super) fn push(&self, outgoing: Outgoing) {
        // The session has both ends, so this cannot fail.
        let _ = self.outbox.send(outgoing);
    }

    pub(super) fn keep(&self, event: String, events: Vec<u8>) {
        locked(&self.kept).insert(event, events);
    }

    /// What was held back behind an event. It can be asked for again: a client's first try may have failed.
    pub(super) fn kept(&self, event: &str) -> Option<Vec<u8>> {
        locked(&self.kept).get(event).cloned()
    }

    /// How often a case was called before.
    pub(super) fn attempt(&self, case: &'static str) -> usize {
        let mut calls = locked(&self.calls);
        let count = calls.entry(case).or_default();
        *count += 1;
        *count - 1
    }
}

/// The sessions, the oldest first. An odd response may have given a client an id that was never made here, so an
/// unknown id starts a session.
#[derive(Debug, Default)]
pub(super) struct Sessions(Mutex<Vec<(String, Arc<Session>)>>);

/// Clients come and go without saying so; only the latest are remembered.
const MOST_SESSIONS: usize = 1000;

impl Sessions {
    pub(super) fn of(&self, id: &str) -> Arc<Session> {
        let mut sessions = locked(&self.0);
        if let Some((_, session)) = sessions.iter().find(|(of, _)| of == id) {
            return Arc::clone(session);
        }
        if sessions.len() >= MOST_SESSIONS {
            sessions.remove(0);
        }
        let session = Arc::new(Session::new());
        sessions.push((id.to_owned(), Arc::clone(&session)));
        session
    }

    pub(super) fn known(&self, id: &str) -> Option<Arc<Session>> {
        locked(&self.0).iter().find(|(of, _)| of == id).map(|(_, session)| Arc::clone(session))
    }

    pub(super) fn end(&self, id: &str) {
        locked(&self.0).retain(|(of, _)| of != id);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
