//! Where messages are in the bytes that they were read from. The reader knows, unless it had to put a message together or to
//! decode it; what it does not know is searched for, within bounds, because many searches that find nothing would cost the square
//! of the bytes.

use memchr::memmem;
use retort_core::{Message, Raw, Text};

/// All searches together look at no more than so many times the bytes.
const SEARCHED: usize = 4;

/// Finds messages in bytes, in the order in which they came.
pub(crate) struct Finder<'a> {
    bytes: &'a [u8],
    /// Where the last one ended.
    from: usize,
    /// How much stands in the bytes before the text that was read: a byte order mark, or a head of HTTP.
    before: usize,
    /// How many bytes may still be searched.
    left: usize,
}

impl<'a> Finder<'a> {
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, from: 0, before: 0, left: bytes.len().saturating_mul(SEARCHED) }
    }

    /// Where the next message begins.
    pub(crate) fn next(&mut self, sent: &Text) -> Option<usize> {
        let text = sent.as_str().as_bytes();
        let told = self.before + sent.range().start;
        let is_there = self.bytes.get(told..).is_some_and(|rest| rest.starts_with(text));
        let at = if is_there && told >= self.from { told } else { self.search(text)? };
        self.before = at.saturating_sub(sent.range().start);
        self.from = at + text.len();
        Some(at)
    }

    fn search(&mut self, text: &[u8]) -> Option<usize> {
        let rest = self.bytes.get(self.from..)?;
        let rest = rest.get(..self.left).unwrap_or(rest);
        let found = memmem::find(rest, text);
        self.left -= found.unwrap_or(rest.len());
        found.map(|at| self.from + at)
    }
}

/// A message as one value, and where its text begins in the one that the value is part of. Mostly it is not read again for it.
pub(crate) fn value_of(message: &Message) -> Option<(Raw, usize)> {
    let read = message.raw().map(|raw| (raw, message.sent.range().start));
    read.or_else(|| Some((Raw::parse(message.sent.as_str())?, 0)))
}

#[cfg(test)]
mod tests {
    use retort_core::read;

    use super::*;

    fn places(bytes: &[u8]) -> Vec<Option<usize>> {
        let mut finder = Finder::of(bytes);
        read(bytes).messages.iter().map(|message| finder.next(&message.sent)).collect()
    }

    #[test]
    fn messages_are_where_they_were_read() {
        let one = r#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
        assert_eq!(places(format!("{one}\n{one}\nlog\n{one}").as_bytes()), [Some(0), Some(37), Some(78)]);
        assert_eq!(places(format!("\u{feff}{one}\n{one}").as_bytes()), [Some(3), Some(40)]);
        assert_eq!(places(format!("HTTP/1.1 200 OK\r\n\r\n{one}").as_bytes()), [Some(19)]);
        assert_eq!(places(format!("data: {one}\n\ndata: {one}\n\n").as_bytes()), [Some(6), Some(50)]);
        let recorded = format!(r#"{{"time":"t","direction":"received","message":{one}}}"#);
        assert_eq!(places(format!("{recorded}\n{recorded}").as_bytes()), [Some(45), Some(128)]);
        assert_eq!(places(format!("[{one},{one}]").as_bytes()), [Some(1), Some(38)]);
        // What was put together is nowhere, and what follows is found all the same.
        let split = r#"data: {"jsonrpc":"2.0","id":1,"#;
        let parts = format!("{split}\ndata: \"result\":{{}}}}\n\n{split}\ndata: \"result\":{{}}}}\n\ndata: {one}\n\n");
        assert_eq!(places(parts.as_bytes()), [None, None, parts.find(one)]);
    }

    #[test]
    fn what_is_nowhere_is_not_searched_for_without_end() {
        let bytes = vec![b' '; 1000];
        let message = read(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#).messages.remove(0);
        let mut finder = Finder::of(&bytes);
        for _ in 0..100 {
            assert_eq!(finder.next(&message.sent), None);
        }
        assert_eq!(finder.left, 0);
    }
}
