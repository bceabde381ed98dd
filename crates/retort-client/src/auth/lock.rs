//! A lock against two processes renewing one token at once: where a refresh token is good for one use, the second would
//! lose the log-in.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::Error;
use crate::private;

/// How long another process may take; longer than its own request can.
const LOCK_TIMEOUT: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(40);

/// A lock that is held until this is dropped.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Waits for the lock.
    pub(super) async fn take(path: &Path) -> Result<Self, Error> {
        let failed = |reason: String| Error::Store { path: path.to_owned(), reason };
        let file = private::options()
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| failed(format!("it cannot be opened: {error}")))?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { _file: file }),
                Err(TryLockError::WouldBlock) if start.elapsed() < LOCK_TIMEOUT => sleep(PAUSE).await,
                Err(TryLockError::WouldBlock) => {
                    return Err(failed("another process has held it for a minute; end that one first".to_owned()));
                }
                Err(TryLockError::Error(error)) => return Err(failed(format!("it cannot be locked: {error}"))),
            }
        }
    }
}
