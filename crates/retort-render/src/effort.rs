//! How long work on a stranger's text has taken. The time that the processor spent on it counts, not the time that
//! passed, so that what is drawn does not depend on how busy the machine is.

use std::time::Duration;

/// How long the processor has worked for this thread.
#[cfg(unix)]
pub(crate) fn so_far() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// How long this program has been running.
#[cfg(not(unix))]
pub(crate) fn so_far() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
