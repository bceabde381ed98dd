//! What ends a command early. Each says what happened, to what, and what to do, in one sentence.

use std::io;

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("cannot read {name}: {reason}; check the path, or use - for standard input")]
    Unreadable { name: String, reason: io::Error },
    #[error("{name} is empty: there is no response to read")]
    Empty { name: String },
    #[error("cannot read {0} of the inputs; the others were read")]
    SomeUnreadable(usize),
    #[error("cannot write the output: {0}")]
    Unwritable(io::Error),
    #[error("there is nothing to read on standard input: name a file, or pipe a response in")]
    NothingToRead,
    #[error("the output is not being read any more")]
    BrokenPipe,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::Unwritable(error),
        }
    }
}
