//! Running text: pieces that look different and wrap together. The text in it is harmless already, so that what is
//! measured is what is drawn.

use std::io;
use std::ops::Range;

use textwrap::WordSeparator;
use unicode_segmentation::UnicodeSegmentation;

use crate::measure::width;
use crate::safe::harmless;
use crate::terminal::{Canvas, Ink};
use crate::view::Link;

/// Running text.
#[derive(Default)]
pub(super) struct Flow {
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
    pub(super) fn push(&mut self, ink: Ink, place: Option<usize>, text: &str) {
        self.text.push_str(&harmless(text));
        match self.pieces.last_mut() {
            Some((end, last, of)) if *last == ink && *of == place => *end = self.text.len(),
            _ => self.pieces.push((self.text.len(), ink, place)),
        }
    }

    /// Ends the line, wherever the rest may fit.
    pub(super) fn break_line(&mut self) {
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
    pub(super) fn lines(&self, most: Option<usize>) -> Vec<Range<usize>> {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in self.text.split('\n') {
            wrap(line, start, most, &mut lines);
            start += line.len() + 1;
        }
        while lines.last().is_some_and(Range::is_empty) {
            lines.pop();
        }
        lines
    }

    /// Draws one of its lines.
    pub(super) fn draw(&self, line: &Range<usize>, canvas: &mut Canvas<'_>) -> io::Result<()> {
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

/// Adds where the lines of a text begin and end that is wrapped to a width: between words, and inside a word only
/// where it is longer than a line.
fn wrap(text: &str, start: usize, most: Option<usize>, lines: &mut Vec<Range<usize>>) {
    let whole = start..start + text.trim_end().len();
    let Some(most) = most.map(|most| most.max(1)) else { return lines.push(whole) };
    if width(text.trim_end()) <= most {
        return lines.push(whole);
    }
    let (mut from, mut end, mut used) = (start, start, 0);
    let mut at = start;
    for word in WordSeparator::UnicodeBreakProperties.find_words(text) {
        let wide = width(word.word);
        if end > from && used + wide > most {
            lines.push(from..end);
            (from, used) = (at, 0);
        }
        if wide > most {
            for cluster in word.word.graphemes(true) {
                let wide = width(cluster);
                if at > from && used + wide > most {
                    lines.push(from..at);
                    (from, used) = (at, 0);
                }
                used += wide;
                at += cluster.len();
            }
            end = at;
        } else {
            used += wide;
            at += word.word.len();
            end = at;
        }
        used += width(word.whitespace);
        at += word.whitespace.len();
    }
    lines.push(from..end);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, most: usize) -> Vec<String> {
        let mut flow = Flow::default();
        flow.push(Ink::Plain, None, text);
        flow.lines(Some(most)).into_iter().map(|line| flow.text[line].to_owned()).collect()
    }

    #[test]
    fn words_and_long_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("one two  ", 7), ["one two"]);
        assert_eq!(wrapped("a abcdefgh b", 3), ["a", "abc", "def", "gh", "b"]);
        assert_eq!(wrapped("日本語のテキスト", 6), ["日本語", "のテキ", "スト"]);
        assert_eq!(wrapped("", 3), Vec::<String>::new());
    }

    #[test]
    fn a_tiny_width_still_ends() {
        assert_eq!(wrapped("日本", 1), ["日", "本"]);
        assert_eq!(wrapped("ab", 0), ["a", "b"]);
    }
}
