//! A walk over a value: its keys, scalars and brackets in the order of the text, in one pass and without a tree,
//! however deep they stand.

use std::ops::Range;

use super::event::Event;
use super::lex::Lexer;
use super::raw::Raw;

/// What a walk meets. Offsets are those of [`Raw::range`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// The key of a member, with its quotes; its value is next.
    Key(Range<usize>),
    /// A string, number, boolean or `null`.
    Scalar(Range<usize>),
    /// The bracket that opens an object or an array.
    Open(usize),
    /// The bracket that closes it; the offset is the one behind it.
    Close(usize),
}

/// A walk over a value: see [`Raw::walk`].
pub struct Walk<'a> {
    lexer: Lexer<'a>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(text: &'a str, start: usize) -> Self {
        Self { lexer: Lexer::at(text, start) }
    }

    /// Passes over the rest of the innermost container that is open; gives the offset behind it.
    pub fn pass_over(&mut self) -> Option<usize> {
        let outside = self.lexer.depth().checked_sub(1)?;
        while self.lexer.depth() > outside {
            self.lexer.next().ok()??;
        }
        Some(self.lexer.offset())
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let event = self.lexer.next().ok()??;
        let start = self.lexer.event_start();
        Some(match event {
            Event::Key(key) => {
                let whole = key.whole();
                Step::Key(whole.start..whole.end)
            }
            Event::ObjectStart | Event::ArrayStart => Step::Open(start),
            Event::ObjectEnd | Event::ArrayEnd => Step::Close(self.lexer.offset()),
            _ => Step::Scalar(start..self.lexer.offset()),
        })
    }
}

impl Raw {
    /// Walks over the value: every key, scalar and bracket in the order of the text.
    ///
    /// ```
    /// use retort_core::{Raw, Step};
    ///
    /// let raw = Raw::parse(r#"{"a": [1]}"#).unwrap();
    /// let steps: Vec<Step> = raw.walk().collect();
    /// assert_eq!(steps[..3], [Step::Open(0), Step::Key(1..4), Step::Open(6)]);
    /// assert_eq!(raw.part(7..8).unwrap().as_str(), "1");
    /// ```
    pub fn walk(&self) -> Walk<'_> {
        Walk::new(self.text(), self.span().start)
    }

    /// The key or value at a range that a walk over this value has met; `None` for a range that is not inside it.
    pub fn part(&self, range: Range<usize>) -> Option<Self> {
        let whole = self.range();
        let is_inside = whole.start <= range.start && range.start < range.end && range.end <= whole.end;
        self.text().get(range.clone()).filter(|_| is_inside)?;
        Some(Self::slice(self.text(), super::event::Span { start: range.start, end: range.end }, self.is_clean()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_meets_everything_once_and_can_pass_over() {
        let raw = Raw::parse(r#" {"a": [1, {"b": null}], "c": "d"} "#).unwrap();
        let texts: Vec<&str> = raw
            .walk()
            .filter_map(|step| match step {
                Step::Key(range) | Step::Scalar(range) => raw.text().get(range),
                _ => None,
            })
            .collect();
        assert_eq!(texts, [r#""a""#, "1", r#""b""#, "null", r#""c""#, r#""d""#]);

        let mut walk = raw.walk();
        assert_eq!(walk.nth(2), Some(Step::Open(7)));
        assert_eq!(walk.pass_over(), Some(23));
        assert_eq!(walk.next(), Some(Step::Key(25..28)));
    }

    #[test]
    fn depth_costs_no_stack_and_parts_stay_inside() {
        let raw = Raw::parse(format!("{}{}", "[".repeat(100_000), "]".repeat(100_000))).unwrap();
        assert_eq!(raw.walk().count(), 200_000);
        let inner = raw.part(1..199_999).unwrap();
        assert_eq!(inner.walk().count(), 199_998);
        assert!(inner.part(0..5).is_none() && inner.part(5..5).is_none() && inner.part(5..200_001).is_none());
    }
}
