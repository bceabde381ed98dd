//! What a page is written with, piece by piece: no part of it is held as a whole, because what a server says may become
//! many times as long on its way into a page.

use std::io::{self, Write};

use maud::Markup;

/// Something that is written into a page.
pub(super) trait Put {
    /// Writes it.
    fn put(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// Markup of our own. What a server says does not live as long as the program, so nobody can take it for markup.
impl Put for &'static str {
    fn put(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.as_bytes())
    }
}

/// Markup that is short.
impl Put for Markup {
    fn put(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.0.as_bytes())
    }
}

impl<T: Put> Put for Option<T> {
    fn put(&self, out: &mut dyn Write) -> io::Result<()> {
        self.as_ref().map_or(Ok(()), |piece| piece.put(out))
    }
}

/// Writes pieces one after the other.
macro_rules! put {
    ($out:expr, $($piece:expr),+ $(,)?) => {
        $crate::html::put::put_all(&mut *$out, &[$(&$piece as &dyn $crate::html::put::Put),+])
    };
}
pub(super) use put;

pub(super) fn put_all(out: &mut dyn Write, pieces: &[&dyn Put]) -> io::Result<()> {
    pieces.iter().try_for_each(|piece| piece.put(out))
}

/// What is written through it has no line ends: they are written as HTML escapes them.
pub(super) struct OneLine<'a>(pub(super) &'a mut dyn Write);

impl Write for OneLine<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for (index, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
            if index > 0 {
                self.0.write_all(b"&#10;")?;
            }
            self.0.write_all(line)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
