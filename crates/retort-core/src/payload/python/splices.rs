//! What goes into the JSON of a literal at its end: texts as Python writes them, and the names of classes. What is inside of
//! something that stays a text is dropped again, so that nothing is quoted twice, however deep calls are nested.

use std::ops::Range;

use crate::json::push_quoted;

/// What replaces something that was written.
enum What {
    Nothing,
    /// A part of the text, quoted.
    Text(Range<usize>),
    /// The name of a class, as the first member of an object.
    Class(Range<usize>),
}

/// The splices, those of something behind those of what stands before it.
#[derive(Default)]
pub(super) struct Splices(Vec<(Range<usize>, What)>);

impl Splices {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Keeps only so many of the first.
    pub(super) fn keep(&mut self, count: usize) {
        self.0.truncate(count);
    }

    /// Drops those from one number to another.
    pub(super) fn drop_between(&mut self, from: usize, to: usize) {
        self.0.drain(from.min(to)..to.min(self.0.len()));
    }

    /// Leaves out what is written at a place.
    pub(super) fn leave_out(&mut self, at: Range<usize>) {
        self.0.push((at, What::Nothing));
    }

    /// Puts a part of the text in the place of what is written there.
    pub(super) fn add_text(&mut self, at: Range<usize>, source: Range<usize>) {
        self.0.push((at, What::Text(source)));
    }

    /// Names the class of an object whose first member is at a place.
    pub(super) fn add_class(&mut self, at: usize, name: Range<usize>) {
        self.0.push((at..at, What::Class(name)));
    }

    /// What was written, with all of them in it.
    pub(super) fn into(mut self, text: &str, written: String) -> String {
        if self.0.is_empty() {
            return written;
        }
        self.0.sort_by_key(|(at, _)| (at.start, at.end));
        let mut whole = String::with_capacity(written.len());
        let mut copied = 0;
        for (at, what) in self.0 {
            whole.push_str(written.get(copied..at.start).unwrap_or_default());
            match what {
                What::Nothing => {}
                What::Text(source) => push_quoted(text.get(source).unwrap_or_default(), &mut whole),
                What::Class(name) => {
                    whole.push_str("\"class\":");
                    push_quoted(text.get(name).unwrap_or_default(), &mut whole);
                    whole.push(',');
                }
            }
            copied = copied.max(at.end);
        }
        whole.push_str(written.get(copied..).unwrap_or_default());
        whole
    }
}
