//! A request in flight: sent, and not yet answered.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use crate::error::Error;
use crate::inbox::{Id, Ticket, Times};
use crate::peer::Inner;
use crate::reply::Reply;

/// A request that was sent. When it is dropped before its reply came, the other side is told that nobody waits.
pub struct InFlight {
    peer: Arc<Inner>,
    ticket: Ticket,
    times: Times,
    /// How it ended, where that was before it was sent.
    ending: Option<Result<Reply, Error>>,
    is_over: bool,
}

impl InFlight {
    pub(crate) fn new(peer: Arc<Inner>, ticket: Ticket, times: Times) -> Self {
        Self { peer, ticket, times, ending: None, is_over: false }
    }

    /// The same, where it ended before it was sent.
    pub(crate) fn ended_early(mut self, ending: Option<Result<Reply, Error>>) -> Self {
        self.ending = ending;
        self
    }

    /// Its id, which [`Peer::cancel`](crate::Peer::cancel) takes.
    pub fn id(&self) -> Id {
        self.ticket.id
    }

    /// Waits for the reply until the deadline.
    ///
    /// # Errors
    ///
    /// Where none came.
    pub async fn reply(mut self) -> Result<Reply, Error> {
        self.wait().await
    }

    /// Gives it up without a word to the other side; gives its id.
    pub(crate) fn abandon(&mut self) -> Id {
        self.is_over = true;
        self.peer.inbox.give_up(self.ticket.id);
        self.ticket.id
    }

    pub(crate) async fn wait(&mut self) -> Result<Reply, Error> {
        if let Some(ending) = self.ending.take() {
            return ending;
        }
        loop {
            let due = self.peer.inbox.due(self.ticket.id);
            tokio::select! {
                biased;
                reply = &mut self.ticket.reply => {
                    self.is_over = true;
                    return reply.unwrap_or(Err(Error::Cancelled));
                }
                () = self.ticket.hurried.notified() => {}
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    if self.peer.inbox.due(self.ticket.id).is_some_and(|due| due <= Instant::now()) {
                        break;
                    }
                }
            }
        }
        // What has come so far may be enough.
        self.peer.transport.salvage(self.ticket.id).await;
        let remains = self.peer.inbox.give_up(self.ticket.id).unwrap_or_default();
        if let Ok(reply) = self.ticket.reply.try_recv() {
            self.is_over = true;
            return reply;
        }
        if let Some(ending) = remains.ending {
            self.is_over = true;
            return ending;
        }
        // Now the other side can stop.
        self.is_over = true;
        self.peer.transport.abandon(self.ticket.id);
        self.peer.tell_given_up(self.ticket.id, &remains.method);
        let (method, stderr, arrived) = (remains.method, self.peer.transport.stderr(), remains.arrived);
        Err(match self.times.max_time.filter(|_| remains.is_overtime) {
            Some(after) => Error::Overtime { method, after, stderr, arrived },
            None => Error::Deadline { method, after: self.times.timeout.unwrap_or(Duration::MAX), stderr, arrived },
        })
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.peer.transport.abandon(self.ticket.id);
        if self.is_over {
            return;
        }
        if let Some(remains) = self.peer.inbox.give_up(self.ticket.id) {
            self.peer.tell_given_up(self.ticket.id, &remains.method);
        }
    }
}

impl std::fmt::Debug for InFlight {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InFlight").field("id", &self.ticket.id).finish_non_exhaustive()
    }
}
