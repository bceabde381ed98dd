//! Lines of a stream, within a limit on their length: what is longer is passed over and told.

use std::io;

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// Lines of a stream, none of them longer than the longest.
pub struct Input<R> {
    read: BufReader<R>,
    line: Vec<u8>,
    longest: usize,
    /// Whether the line that is read is longer, and passed over.
    is_too_long: bool,
    has_ended: bool,
}

/// What there is of a stream.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// A line, which has to be taken.
    Line,
    /// A line that was passed over.
    TooLong,
    /// Nothing more.
    End,
}

impl<R: AsyncRead + Unpin> Input<R> {
    /// Lines of at most so many bytes.
    pub fn new(read: R, longest: usize) -> Self {
        Self { read: BufReader::new(read), line: Vec::new(), longest, is_too_long: false, has_ended: false }
    }

    /// Reads a line, also the last where it has no end. It may be given up at any time and goes on where it was; a line
    /// that is there has to be taken.
    ///
    /// # Errors
    ///
    /// Where the stream cannot be read.
    pub async fn next(&mut self) -> io::Result<Next> {
        loop {
            let seen: &[u8] = if self.has_ended { &[] } else { self.read.fill_buf().await? };
            if seen.is_empty() {
                self.has_ended = true;
                return Ok(match (std::mem::take(&mut self.is_too_long), self.line.is_empty()) {
                    (true, _) => Next::TooLong,
                    (false, false) => Next::Line,
                    (false, true) => Next::End,
                });
            }
            let end = seen.iter().position(|byte| *byte == b'\n');
            let part = &seen[..end.unwrap_or(seen.len())];
            if self.is_too_long || self.line.len() + part.len() > self.longest {
                self.is_too_long = true;
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(part);
            }
            let used = end.map_or(seen.len(), |end| end + 1);
            self.read.consume(used);
            if end.is_some() {
                return Ok(if std::mem::take(&mut self.is_too_long) { Next::TooLong } else { Next::Line });
            }
        }
    }

    /// The line that was read.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn lines_are_read_whatever_their_length() {
        let mut input = Input::new(&b"one\n\nfour and more\ntwo\nlonger\nthe end is long"[..], 6);
        let mut read = Vec::new();
        loop {
            let next = input.next().await.unwrap();
            let line = String::from_utf8(input.take()).unwrap();
            if next == Next::End {
                break;
            }
            read.push((next, line));
        }
        let line = |text: &str| (Next::Line, text.to_owned());
        let long = || (Next::TooLong, String::new());
        assert_eq!(read, [line("one"), line(""), long(), line("two"), line("longer"), long()]);
        let mut input = Input::new(&b"last"[..], 6);
        assert_eq!(input.next().await.unwrap(), Next::Line);
        assert_eq!(input.take(), b"last");
        assert_eq!(input.next().await.unwrap(), Next::End);
    }
}
