//! What the tokenizer gives: events with their places in the text, and where it stopped being JSON.

/// A range of bytes in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    /// The bytes of `text` that the span covers; empty where it reaches beyond the text.
    pub(crate) fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }

    /// The same as bytes, which nobody has to look at for where characters begin.
    pub(crate) fn bytes_of(self, text: &str) -> &[u8] {
        text.as_bytes().get(self.start..self.end).unwrap_or_default()
    }

    pub(crate) fn contains(self, offset: usize) -> bool {
        (self.start..self.end).contains(&offset)
    }
}

/// A string's inside, without its quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Quoted {
    pub(crate) span: Span,
}

impl Quoted {
    /// The string with its quotes.
    pub(crate) fn whole(self) -> Span {
        Span { start: self.span.start - 1, end: self.span.end + 1 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    ObjectStart,
    ObjectEnd,
    ArrayStart,
    ArrayEnd,
    Key(Quoted),
    String(Quoted),
    Number(Span),
    True,
    False,
    Null,
    /// `NaN`, `Infinity` or `-Infinity`.
    NonFinite(Span),
}

/// Where and how the text stopped being JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Syntax {
    pub(crate) at: usize,
    /// The text ended inside a value: what there is may be right, but not all of it is there.
    pub(crate) truncated: bool,
}
