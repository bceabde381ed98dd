//! Standard output, buffered.

use std::io::{self, BufWriter, StdoutLock};

/// A buffered standard output.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}
