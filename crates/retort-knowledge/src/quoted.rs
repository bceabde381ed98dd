//! What callers sent, cut to a length that an error message can carry.

use std::fmt;

/// A piece of a request, in quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quoted(String);

impl Quoted {
    pub(crate) fn new(text: &str) -> Self {
        const LONGEST_QUOTE: usize = 60;
        match text.char_indices().nth(LONGEST_QUOTE) {
            None => Self(format!("{text:?}")),
            Some((end, _)) => Self(format!("{:?}…", &text[..end])),
        }
    }
}

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of something that is not there.
pub(crate) fn name(text: &str) -> String {
    const LONGEST_QUOTE: usize = 100;
    text.char_indices().nth(LONGEST_QUOTE).map_or_else(|| text.to_owned(), |(end, _)| format!("{}…", &text[..end]))
}
