//! The lines of a text. One pass notes where they are; a place then costs a look at a few bytes before it, however long the text
//! or its lines are, and however many places are asked for.

/// A line and a column. Both count from 1, columns in code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// How many bytes are between two marks: so many are counted again for each place.
const STRIDE: usize = 1024;

/// Where the lines of a text are.
#[derive(Debug)]
pub(crate) struct Lines {
    /// The position of every 1024th byte.
    marks: Vec<Position>,
}

impl Lines {
    pub(crate) fn of(text: &[u8]) -> Self {
        let mut here = Position { line: 1, column: 1 };
        let mut marks = Vec::with_capacity(text.len() / STRIDE + 1);
        for block in text.chunks(STRIDE) {
            marks.push(here);
            here = here.behind(block);
        }
        Self { marks }
    }

    /// The position of a byte of the same text.
    pub(crate) fn position(&self, text: &[u8], offset: usize) -> Position {
        let offset = offset.min(text.len());
        // The last mark also serves what is right behind the text.
        let block = (offset / STRIDE).min(self.marks.len().saturating_sub(1));
        let mark = self.marks.get(block).copied().unwrap_or(Position { line: 1, column: 1 });
        mark.behind(text.get(block * STRIDE..offset).unwrap_or_default())
    }
}

impl Position {
    /// The position behind some bytes that begin here.
    fn behind(self, bytes: &[u8]) -> Self {
        let ends = memchr::memchr_iter(b'\n', bytes).count();
        let rest = memchr::memrchr(b'\n', bytes).map_or(bytes, |end| bytes.get(end + 1..).unwrap_or_default());
        // Every code point has one byte that does not continue another.
        let points = rest.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
        Self { line: self.line + ends, column: if ends > 0 { 1 } else { self.column } + points }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Counted from the start, as nobody should for each place.
    fn counted(text: &str, offset: usize) -> Position {
        let before = &text[..offset];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        Position { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1 }
    }

    #[test]
    fn a_long_line_and_many_short_ones_are_counted_right() {
        for text in ["é😀".repeat(2000), "a\n".repeat(2000), "é\n".repeat(700) + &"x".repeat(3000), String::new()] {
            let lines = Lines::of(text.as_bytes());
            for (offset, _) in text.char_indices().step_by(7).chain([(text.len(), ' ')]) {
                assert_eq!(lines.position(text.as_bytes(), offset), counted(&text, offset), "{offset}");
            }
            // However long the text is, the marks are few.
            assert!(lines.marks.len() <= text.len() / STRIDE + 1);
        }
    }

    proptest! {
        #![proptest_config(trials::cases(64))]

        #[test]
        fn every_place_is_counted_right(pieces in prop::collection::vec("[a-zé😀]{0,40}\n?", 0..200)) {
            let text = pieces.concat();
            let lines = Lines::of(text.as_bytes());
            for (offset, _) in text.char_indices() {
                prop_assert_eq!(lines.position(text.as_bytes(), offset), counted(&text, offset));
            }
        }
    }
}
