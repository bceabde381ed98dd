//! Sums have limits, too: what the buffers of a connection hold together, what waits for its handler, what a packed body becomes,
//! and what all connections of a process hold. A part of a sum is taken before memory is used for it, and given back when
//! that is freed; what would be more is an error that names the limit.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Notify;

/// Something that is counted, and that may not be more than a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sum {
    /// The bytes of one message.
    Message,
    /// The messages in what came as one: a batch, or one after the other.
    Messages,
    /// The bytes that the buffers of a connection hold.
    Connection,
    /// The bytes that all connections hold which share a [`Budget`].
    Process,
    /// The bytes that a packed body becomes.
    Unpacked,
    /// The bytes of a list with all its pages.
    Pages,
    /// The bytes of a recording.
    Recording,
}

/// A sum would be more than its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exceeded {
    /// What was counted.
    pub sum: Sum,
    /// How much it may be: bytes, or messages where those are counted.
    pub limit: usize,
    /// The method that it was the answer to, where that is known.
    pub method: Option<&'static str>,
}

impl Exceeded {
    /// A sum that would be more than this.
    pub fn new(sum: Sum, limit: usize) -> Self {
        Self { sum, limit, method: None }
    }

    /// The same in answer to a method.
    #[must_use]
    pub fn answering(self, method: &'static str) -> Self {
        Self { method: Some(method), ..self }
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = self.limit;
        let answering = self.method.map(|method| format!(" in answer to {method}")).unwrap_or_default();
        match self.sum {
            Sum::Message => write!(f, "the server sent a message of more than {limit} bytes"),
            Sum::Messages => write!(f, "the server sent more than {limit} messages in one"),
            Sum::Connection => write!(f, "the server sent messages of more than {limit} bytes at the same time"),
            Sum::Process => write!(f, "all servers together sent more than {limit} bytes at the same time"),
            Sum::Unpacked => write!(f, "the server sent a packed body that becomes more than {limit} bytes"),
            Sum::Pages => write!(f, "the server sent a list of more than {limit} bytes{answering}, page by page"),
            Sum::Recording => write!(f, "the recording would have more than {limit} bytes"),
        }
    }
}

impl std::error::Error for Exceeded {}

/// What everything that buffers may hold together. A program makes one and gives it to each of its connections
/// ([`PeerOptions::budget`](crate::PeerOptions::budget)); it is cheap to clone, and all clones are one.
#[derive(Clone, Debug)]
pub struct Budget(Arc<Account>);

#[derive(Debug)]
struct Account {
    sum: Sum,
    limit: usize,
    used: AtomicUsize,
    /// Told when something is given back.
    freed: Notify,
    above: Option<Budget>,
}

impl Budget {
    /// One for all connections of a process, in bytes.
    pub fn new(limit: usize) -> Self {
        Self::of(Sum::Process, limit, None)
    }

    /// One inside another.
    pub(crate) fn of(sum: Sum, limit: usize, above: Option<Self>) -> Self {
        Self(Arc::new(Account { sum, limit, used: AtomicUsize::new(0), freed: Notify::new(), above }))
    }

    /// How many bytes are in use.
    pub fn used(&self) -> usize {
        self.0.used.load(Ordering::Acquire)
    }

    fn take(&self, bytes: usize) -> Result<(), Exceeded> {
        let fits = |used: usize| used.checked_add(bytes).filter(|sum| *sum <= self.0.limit);
        let taken = self.0.used.fetch_update(Ordering::AcqRel, Ordering::Acquire, fits);
        taken.map_err(|_| Exceeded::new(self.0.sum, self.0.limit))?;
        let above = self.0.above.as_ref().map_or(Ok(()), |above| above.take(bytes));
        if above.is_err() {
            self.0.used.fetch_sub(bytes, Ordering::AcqRel);
        }
        above
    }

    fn give_back(&self, bytes: usize) {
        self.0.used.fetch_sub(bytes, Ordering::AcqRel);
        self.0.freed.notify_waiters();
        if let Some(above) = &self.0.above {
            above.give_back(bytes);
        }
    }

    /// A part of it, which is nothing yet.
    pub(crate) fn share(&self) -> Share {
        Share { budget: self.clone(), bytes: 0 }
    }

    /// A part of so many bytes, if there is room.
    pub(crate) fn try_share(&self, bytes: usize) -> Option<Share> {
        let mut share = self.share();
        // Whatever is larger than all there is has to fit once it is alone.
        share.set(bytes.min(self.0.limit)).ok().map(|()| share)
    }

    /// A part of so many bytes, when there is room.
    pub(crate) async fn wait_for(&self, bytes: usize) -> Share {
        loop {
            let outermost = self.0.above.as_ref().unwrap_or(self);
            let (freed, freed_above) = (self.0.freed.notified(), outermost.0.freed.notified());
            tokio::pin!(freed, freed_above);
            freed.as_mut().enable();
            freed_above.as_mut().enable();
            if let Some(share) = self.try_share(bytes) {
                return share;
            }
            tokio::select! {
                () = freed => {}
                () = freed_above => {}
            }
        }
    }
}

/// What one buffer has of a budget. It is given back when this is dropped.
#[derive(Debug)]
pub(crate) struct Share {
    budget: Budget,
    bytes: usize,
}

impl Share {
    /// The buffer holds so many bytes now.
    pub(crate) fn set(&mut self, bytes: usize) -> Result<(), Exceeded> {
        if bytes > self.bytes {
            self.budget.take(bytes - self.bytes)?;
        } else if bytes < self.bytes {
            self.budget.give_back(self.bytes - bytes);
        }
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        if self.bytes > 0 {
            self.budget.give_back(self.bytes);
        }
    }
}

/// What a message costs beside its bytes while it waits: what it is read into has some size even where it says nothing.
pub(crate) const COST_OF_A_MESSAGE: usize = 1024;
/// Limits that follow from that of a message are not below these.
const LEAST_BYTES: usize = 1 << 20;
const LEAST_MESSAGES: usize = 1 << 10;
/// A packed stream of events may become so many times what came, beyond what a message may have.
const MOST_EXPANSION: usize = 100;

/// The limits of a connection, which all follow from that of one message.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// How many bytes a message may have.
    pub(crate) message: usize,
    /// How many messages may come as one.
    pub(crate) messages: usize,
    /// What the buffers hold: a message, and another one beside it.
    pub(crate) buffers: Budget,
    /// What waits for the handler, as much as one message: then the other side has to wait.
    pub(crate) waiting: Budget,
    /// What waits to be sent, as much as one message: then whoever sends has to wait.
    pub(crate) sending: Budget,
}

impl Limits {
    pub(crate) fn new(message: usize, process: Option<Budget>) -> Self {
        let buffers = message.saturating_mul(2).max(LEAST_BYTES);
        Self {
            message,
            messages: (message / COST_OF_A_MESSAGE).max(LEAST_MESSAGES),
            buffers: Budget::of(Sum::Connection, buffers, process.clone()),
            waiting: Budget::of(Sum::Connection, message.max(LEAST_BYTES), process.clone()),
            sending: Budget::of(Sum::Connection, message.max(LEAST_BYTES), process),
        }
    }

    /// A message is larger than is taken.
    pub(crate) fn too_large(&self) -> Exceeded {
        Exceeded::new(Sum::Message, self.message)
    }

    /// How many bytes a stream may become of which so many have come packed.
    pub(crate) fn unpacked(&self, packed: usize) -> usize {
        self.message.saturating_add(packed.saturating_mul(MOST_EXPANSION))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_ends_at_its_limit_and_what_is_freed_can_be_had_again() {
        let process = Budget::new(100);
        let [one, other] = [(); 2].map(|()| Budget::of(Sum::Connection, 70, Some(process.clone())));
        let mut held = one.share();
        held.set(70).unwrap();
        assert_eq!(held.set(71), Err(Exceeded::new(Sum::Connection, 70)));
        let mut more = other.share();
        assert_eq!(more.set(31), Err(Exceeded::new(Sum::Process, 100)));
        assert_eq!(other.used(), 0);
        more.set(30).unwrap();
        held.set(40).unwrap();
        more.set(60).unwrap();
        drop(held);
        assert_eq!((process.used(), one.used()), (60, 0));
        drop(more);
        assert_eq!(process.used(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_gets_what_another_connection_frees() {
        let process = Budget::new(100);
        let [one, other] = [(); 2].map(|()| Budget::of(Sum::Connection, 100, Some(process.clone())));
        let held = one.try_share(80).unwrap();
        let waiting = tokio::spawn(async move { other.wait_for(500).await });
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        assert!(!waiting.is_finished());
        drop(held);
        let share = waiting.await.unwrap();
        assert_eq!(process.used(), 100);
        drop(share);
        assert_eq!(process.used(), 0);
    }
}
