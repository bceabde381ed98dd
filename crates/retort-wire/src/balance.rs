//! Whether a body is whole though its connection is still open: some servers never close it.

use memchr::{memchr, memchr3};

use crate::frames::Open;
use crate::work::look_at;

/// Whether what has come so far is whole JSON with nothing but blanks behind it. Nothing is kept.
#[derive(Debug, Default)]
pub(crate) struct Balance {
    open: Option<Open>,
    /// A whole value has come.
    has_json: bool,
    /// The first and the last byte of the line that are no blanks.
    line: Option<(u8, u8)>,
}

impl Balance {
    /// Takes more bytes.
    pub(crate) fn push(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            let end = match &mut self.open {
                Some(open) => {
                    let Some(end) = open.advance(bytes, 0) else { break };
                    (self.open, self.has_json, self.line) = (None, true, None);
                    end
                }
                None => self.outside(bytes),
            };
            bytes = bytes.get(end..).unwrap_or_default();
        }
        self.has_json && self.open.is_none() && self.line.is_none()
    }

    /// Passes over what is between values; gives how much that is.
    fn outside(&mut self, bytes: &[u8]) -> usize {
        let stop = memchr3(b'\n', b'{', b'[', bytes);
        let before = bytes.get(..stop.unwrap_or(bytes.len())).unwrap_or_default().trim_ascii_start();
        let first = self.line.map(|(first, _)| first).or_else(|| before.first().copied());
        let found = if first == Some(b'"') { memchr(b'\n', bytes) } else { stop };
        let text = bytes.get(..found.unwrap_or(bytes.len())).unwrap_or_default().trim_ascii();
        look_at(stop.unwrap_or(bytes.len()) + found.unwrap_or(bytes.len()));
        if let (Some(first), Some(last)) = (text.first(), text.last()) {
            self.line = Some((self.line.map_or(*first, |(first, _)| first), *last));
        }
        match found {
            None => bytes.len(),
            Some(at) if bytes.get(at) == Some(&b'\n') => {
                self.has_json |= self.line.take() == Some((b'"', b'"'));
                at + 1
            }
            Some(at) => {
                self.open = Some(Open::at(0));
                at
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_json_is_noticed_without_being_kept() {
        for (text, is_whole) in [
            ("{}", true),
            ("{} \n", true),
            ("[1]\nmore", false),
            ("[1]\nmore\n", true),
            ("log {\"a\":\"}\"", false),
            ("log {\"a\":\"}\"}", true),
            ("\"{}\"\n", true),
            ("\"{}\"", false),
            ("\"half {\n", false),
            ("", false),
        ] {
            let mut whole = Balance::default();
            assert_eq!(whole.push(text.as_bytes()), is_whole, "{text:?}");
            let mut drip = Balance::default();
            let last = text.bytes().map(|byte| drip.push(&[byte])).last().unwrap_or_default();
            assert_eq!(last, is_whole, "{text:?} byte by byte");
        }
    }
}
