//! Running text: pieces that look different and wrap together. The text in it is harmless already, so that what is
//! measured is what is drawn.

use std::io;
use std::ops::Range;

use crate::measure::{self, width};
use crate::safe::harmless;
use crate::terminal::{Canvas, Ink};
use crate::view::Link;

/// Running text.
#[derive(Default)]
pub(in crate::terminal) struct Flow {
    text: String,
    /// Where each piece ends, how it looks and which link it belongs to.
    pieces: Vec<(usize, Ink, Option<usize>)>,
    links: Vec<Link>,
}

impl Flow {
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The text as it is now.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Adds text of anybody.
    pub(in crate::terminal) fn push(&mut self, ink: Ink, place: Option<usize>, text: &str) {
        self.text.push_str(&harmless(text));
        match self.pieces.last_mut() {
            Some((end, last, of)) if *last == ink && *of == place => *end = self.text.len(),
            last => {
                // Most have one piece, and a table has many of them.
                if last.is_none() {
                    self.pieces.reserve_exact(1);
                }
                self.pieces.push((self.text.len(), ink, place));
            }
        }
    }

    /// Ends the line, wherever the rest may fit.
    pub(in crate::terminal) fn break_line(&mut self) {
        self.text.push('\n');
        match self.pieces.last_mut() {
            Some((end, ..)) => *end = self.text.len(),
            None => self.pieces.push((self.text.len(), Ink::Plain, None)),
        }
    }

    /// Keeps a link for the pieces that belong to it.
    pub(super) fn add_link(&mut self, link: Link) -> usize {
        self.links.push(link);
        self.links.len() - 1
    }

    /// How wide its widest line is, unwrapped.
    pub(super) fn width(&self) -> usize {
        self.text.split('\n').map(width).max().unwrap_or_default()
    }

    /// Where its lines begin and end.
    pub(in crate::terminal) fn lines(&self, most: Option<usize>) -> Vec<Range<usize>> {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in self.text.split('\n') {
            match most {
                Some(most) => {
                    lines.extend(measure::lines(line, most).into_iter().map(|at| start + at.start..start + at.end));
                }
                None => lines.push(start..start + line.trim_end().len()),
            }
            start += line.len() + 1;
        }
        while lines.last().is_some_and(Range::is_empty) {
            lines.pop();
        }
        lines
    }

    /// Draws one of its lines.
    pub(in crate::terminal) fn draw(&self, line: &Range<usize>, canvas: &mut Canvas<'_>) -> io::Result<()> {
        let first = self.pieces.partition_point(|(end, ..)| *end <= line.start);
        let mut from = line.start;
        for (end, ink, place) in self.pieces.iter().skip(first) {
            let to = line.end.min(*end);
            let text = self.text.get(from..to).unwrap_or_default();
            canvas.link(*ink, text, place.and_then(|place| self.links.get(place)))?;
            from = to;
            if from >= line.end {
                break;
            }
        }
        Ok(())
    }
}
