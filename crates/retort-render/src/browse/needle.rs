//! What is looked for: case matters only where a capital was typed.

use std::ops::Range;

use memchr::{memchr, memchr2, memmem};

/// A text that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Needle {
    text: String,
    exact: bool,
}

impl Needle {
    /// The needle of what was typed; `None` for nothing.
    pub(super) fn new(typed: &str) -> Option<Self> {
        let exact = typed.chars().any(char::is_uppercase);
        (!typed.is_empty()).then(|| Self { text: typed.to_owned(), exact })
    }

    /// Where the needle first is in a text.
    pub(super) fn find(&self, text: &str) -> Option<Range<usize>> {
        if self.exact {
            let at = memmem::find(text.as_bytes(), self.text.as_bytes())?;
            return Some(at..at + self.text.len());
        }
        if self.text.is_ascii() { self.find_ascii(text) } else { self.find_folded(text) }
    }

    fn find_ascii(&self, text: &str) -> Option<Range<usize>> {
        let (hay, needle) = (text.as_bytes(), self.text.as_bytes());
        let first = *needle.first()?;
        let mut at = 0;
        loop {
            at += memchr2(first, first.to_ascii_uppercase(), hay.get(at..)?)?;
            if hay.get(at..at + needle.len())?.eq_ignore_ascii_case(needle) {
                return Some(at..at + needle.len());
            }
            at += 1;
        }
    }

    fn find_folded(&self, text: &str) -> Option<Range<usize>> {
        text.char_indices().find_map(|(at, _)| {
            let mut wanted = self.text.chars().flat_map(char::to_lowercase).peekable();
            let rest = text.get(at..)?;
            for (offset, char) in rest.char_indices() {
                for lower in char.to_lowercase() {
                    if wanted.next() != Some(lower) {
                        return None;
                    }
                }
                if wanted.peek().is_none() {
                    return Some(at..at + offset + char.len_utf8());
                }
            }
            None
        })
    }

    /// Whether the needle is in a text.
    pub(super) fn is_in(&self, text: &str) -> bool {
        self.find(text).is_some()
    }

    /// Every place of a text at which the needle is; they do not overlap.
    pub(super) fn all_in(&self, text: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(range) = text.get(at..).and_then(|rest| self.find(rest)) {
            found.push(at + range.start..at + range.end);
            at += range.end.max(1);
        }
        found
    }

    /// Whether the needle may be in what JSON text or quoted fields say; `false` only where it is not.
    pub(super) fn may_be_in(&self, sent: &str) -> bool {
        let is_plain = self.text.bytes().all(|byte| !byte.is_ascii_control() && byte != b'"' && byte != b'\\');
        !is_plain || memchr(b'\\', sent.as_bytes()).is_some() || self.is_in(sent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needle(typed: &str) -> Needle {
        Needle::new(typed).unwrap()
    }

    #[test]
    fn case_matters_only_with_a_capital() {
        assert_eq!(needle("ann").find("Joann, ANN"), Some(2..5));
        assert_eq!(needle("Ann").find("Joann, Ann"), Some(7..10));
        assert_eq!(needle("ÄPFEL").find("äpfel"), None);
        assert_eq!(needle("äpfel").find("x ÄPFEL"), Some(2..8));
        assert_eq!(needle("ann").all_in("annann Ann"), [0..3, 3..6, 7..10]);
        assert!(Needle::new("").is_none());
    }

    #[test]
    fn escapes_may_hide_anything() {
        assert!(needle("a\"b").may_be_in(r#""a\"b""#));
        assert!(needle("é").may_be_in(r#""\u00e9""#));
        assert!(!needle("x").may_be_in(r#""abc""#));
    }
}
