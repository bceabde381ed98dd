//! How long something takes, on a machine that others use too.

use std::time::{Duration, Instant};

/// The processor time of this thread, where the system tells it: others may be busy on the same machine.
pub(crate) struct Clock {
    spent: Option<Duration>,
    started: Instant,
}

impl Clock {
    /// Starts to count.
    pub(crate) fn now() -> Self {
        Self { spent: Self::spent(), started: Instant::now() }
    }

    fn spent() -> Option<Duration> {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        Some(Duration::from_nanos(told.split(' ').next()?.parse().ok()?))
    }

    /// How much was spent since.
    pub(crate) fn elapsed(&self) -> Duration {
        let spent = self.spent.zip(Self::spent()).map(|(before, after)| after.saturating_sub(before));
        spent.filter(|spent| !spent.is_zero()).unwrap_or_else(|| self.started.elapsed())
    }
}
