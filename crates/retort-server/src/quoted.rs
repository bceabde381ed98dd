//! What callers sent, cut to a length that an error message can carry.

use std::fmt;

/// A piece of a request, in quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quoted(String);

impl Quoted {
    /// Quotes the beginning of a text.
    pub fn new(text: &str) -> Self {
        const LONGEST_QUOTE: usize = 60;
        match text.char_indices().nth(LONGEST_QUOTE) {
            None => Self(format!("{text:?}")),
            Some((end, _)) => Self(format!("{:?}…", text.get(..end).unwrap_or_default())),
        }
    }
}

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of something that is not there.
pub fn name(text: &str) -> String {
    const LONGEST_QUOTE: usize = 100;
    text.char_indices()
        .nth(LONGEST_QUOTE)
        .map_or_else(|| text.to_owned(), |(end, _)| format!("{}…", text.get(..end).unwrap_or_default()))
}
