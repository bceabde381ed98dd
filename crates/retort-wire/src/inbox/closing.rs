//! How a connection ends.

use crate::budget::Exceeded;
use crate::error::Error;
use crate::stderr::Stderr;

/// How a connection ended.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Closing {
    /// The program at the other end has ended.
    Exited {
        /// How, such as "ended with exit code 3".
        how: String,
        /// What it wrote to standard error.
        stderr: Stderr,
    },
    /// The other side sends no more.
    Ended {
        /// What happened.
        reason: String,
    },
    /// It was closed on this side.
    Closed,
    /// The other side sent more than is taken.
    TooMuch(Exceeded),
}

impl Closing {
    pub(super) fn error(self, method: String, arrived: Vec<u8>) -> Error {
        match self {
            Self::Exited { how, stderr } => Error::Exited { method, how, stderr, arrived },
            Self::Ended { reason } => Error::Closed { method, reason, arrived },
            Self::Closed => Error::Closed { method, reason: "it was closed here".to_owned(), arrived },
            Self::TooMuch(exceeded) => Error::TooMuch(exceeded),
        }
    }

    /// Whether what was asked before may still be answered.
    pub(crate) fn leaves_answers(&self) -> bool {
        matches!(self, Self::Ended { .. })
    }
}
