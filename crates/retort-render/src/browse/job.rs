//! Work that takes a while, done beside the screen: it tells how far it is, it can be given up, and what is done in
//! the blink of an eye is waited for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How long a key may wait for its work.
const BLINK: Duration = Duration::from_millis(40);

/// How long somebody waits for some work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// Not at all.
    No,
    /// As long as nobody notices.
    Blink,
    /// Until it is done.
    Long,
}

/// Work ends early because nobody wants it any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GivenUp;

/// How far some work is, and whether it is still wanted.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    done: Arc<AtomicUsize>,
    given_up: Arc<AtomicBool>,
}

impl Progress {
    /// Tells how far the work is, and hears whether it is still wanted.
    pub(super) fn tell(&self, done: usize) -> Result<(), GivenUp> {
        self.done.store(done, Ordering::Relaxed);
        if self.given_up.load(Ordering::Relaxed) { Err(GivenUp) } else { Ok(()) }
    }
}

/// Some work. When it is dropped, it is given up.
#[derive(Debug)]
pub(super) struct Job<T> {
    what: &'static str,
    total: usize,
    progress: Progress,
    result: Receiver<T>,
}

impl<T: Send + 'static> Job<T> {
    /// Starts work that has `total` steps.
    pub(super) fn start(
        what: &'static str,
        total: usize,
        work: impl FnOnce(&Progress) -> Result<T, GivenUp> + Send + 'static,
    ) -> Self {
        let (sender, result) = channel();
        let progress = Progress::default();
        let told = progress.clone();
        let run = move || {
            if let Ok(value) = work(&told) {
                // Nobody may wait for it any more.
                let _ = sender.send(value);
            }
        };
        // Without a thread the work is never done, and its result is told to be missing.
        let _ = thread::Builder::new().name(what.to_owned()).spawn(run);
        Self { what, total, progress, result }
    }

    /// What came out of it; `None` while it goes on. Work that was given up, or that fell over, has no result.
    pub(super) fn poll(&self, wait: Wait) -> Option<Result<T, RecvTimeoutError>> {
        let time = match wait {
            Wait::No => Duration::ZERO,
            Wait::Blink => BLINK,
            Wait::Long => return Some(self.result.recv().map_err(|_| RecvTimeoutError::Disconnected)),
        };
        match self.result.recv_timeout(time) {
            Err(RecvTimeoutError::Timeout) => None,
            result => Some(result),
        }
    }

    /// What is being done and how far it is, such as `sorting 40%`.
    pub(super) fn words(&self) -> String {
        let done = self.progress.done.load(Ordering::Relaxed);
        format!("{} {}%", self.what, (done.saturating_mul(100) / self.total.max(1)).min(99))
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.progress.given_up.store(true, Ordering::Relaxed);
    }
}
