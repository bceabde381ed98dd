//! Standard output, buffered, and what is told beside it.

use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};

/// A buffered standard output.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Tells something on standard error. Nobody may be listening there.
pub(crate) fn tell(what: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "retort: {what}");
}
