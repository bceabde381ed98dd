//! The way from what arrives to the handler: a queue with an end, which pushes back, and the order in which a reply follows
//! what was told before it. Where the handler itself waits for a reply that is behind a full queue, pushing back would be a
//! deadlock: so the reader gives way when somebody waits and the handler has not moved for a while.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;
use tokio::time::timeout;

use crate::budget::Budget;
use crate::handler::Arrival;

/// A handler that has not moved for this long, while somebody waits for a reply, is not waited for any more.
const STALL: Duration = Duration::from_secs(1);

/// How far the handler has come.
#[derive(Debug, Default)]
pub(super) struct Flow {
    queued: AtomicU64,
    handled: AtomicU64,
    moved: Notify,
    /// The handler does not move; it is not waited for until it does.
    is_stalled: AtomicBool,
}

impl Flow {
    /// The handler has taken something.
    pub(super) fn handled(&self) {
        self.handled.fetch_add(1, Ordering::AcqRel);
        self.is_stalled.store(false, Ordering::Release);
        self.moved.notify_waiters();
    }

    /// Puts something into the queue, and waits for room. What is given back found none.
    pub(super) async fn put(
        &self,
        queue: &Sender<Arrival>,
        waiting: &Budget,
        arrival: Arrival,
        somebody_waits: impl Fn() -> bool,
    ) -> Option<Arrival> {
        let mut arrival = self.try_put(queue, waiting, arrival)?;
        let cost = arrival.cost();
        while !self.is_stalled.load(Ordering::Acquire) {
            let before = self.handled.load(Ordering::Acquire);
            let room = async { (queue.reserve().await, waiting.wait_for(cost).await) };
            match timeout(STALL, room).await {
                Ok((Ok(room), share)) => {
                    arrival.share = Some(share);
                    room.send(arrival);
                    self.queued.fetch_add(1, Ordering::AcqRel);
                    return None;
                }
                Ok((Err(_), _)) => return None,
                Err(_) if before == self.handled.load(Ordering::Acquire) && somebody_waits() => {
                    self.is_stalled.store(true, Ordering::Release);
                }
                Err(_) => {}
            }
        }
        self.try_put(queue, waiting, arrival)
    }

    /// Puts something into the queue, if there is room; gives it back otherwise.
    fn try_put(&self, queue: &Sender<Arrival>, waiting: &Budget, mut arrival: Arrival) -> Option<Arrival> {
        let Some(share) = waiting.try_share(arrival.cost()) else { return Some(arrival) };
        arrival.share = Some(share);
        match queue.try_send(arrival) {
            Ok(()) => {
                self.queued.fetch_add(1, Ordering::AcqRel);
                None
            }
            Err(TrySendError::Full(mut refused)) => {
                refused.share = None;
                Some(refused)
            }
            // Nobody listens any more.
            Err(TrySendError::Closed(_)) => None,
        }
    }

    /// Waits until the handler has taken all that came before.
    pub(super) async fn settled(&self) {
        let mark = self.queued.load(Ordering::Acquire);
        loop {
            let moved = self.moved.notified();
            let handled = self.handled.load(Ordering::Acquire);
            if handled >= mark || self.is_stalled.load(Ordering::Acquire) {
                return;
            }
            if timeout(STALL, moved).await.is_err() && handled == self.handled.load(Ordering::Acquire) {
                self.is_stalled.store(true, Ordering::Release);
                return;
            }
        }
    }
}
