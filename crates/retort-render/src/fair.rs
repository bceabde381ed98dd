//! Markdown that a parser can be trusted with. A parser makes a thing of eighty bytes of every bracket, fills up short rows of
//! wide tables, and looks for every quote and list item that a line opens through all that are open already. So a text is
//! parsed in stretches, and what would be too much is known before: it is shown as it was sent.

use std::ops::Range;

/// Most quotes and list items that one line may open.
const MOST_OPENED: usize = 100;
/// Most things that a parser may make of a stretch.
const MOST_THINGS: usize = 1 << 16;
/// Most bytes of a stretch; one that cannot be divided may have as many as this times eight.
const MOST_BYTES: usize = 1 << 17;

/// A part of a text that can be read without the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch<'a> {
    pub(crate) text: &'a str,
    /// Whether a parser can be trusted with it.
    pub(crate) is_fair: bool,
}

/// A text in stretches, each as long as it may be. Almost every text is one.
pub(crate) fn stretches(text: &str) -> impl Iterator<Item = Stretch<'_>> {
    divided(text, MOST_BYTES)
}

/// The same in shorter ones, for a text of which more is made than usual.
pub(crate) fn short_stretches(text: &str) -> impl Iterator<Item = Stretch<'_>> {
    divided(text, MOST_BYTES / 8)
}

fn divided(text: &str, most: usize) -> impl Iterator<Item = Stretch<'_>> {
    let mut blocks = Blocks::of(text, is_divisible(text)).peekable();
    std::iter::from_fn(move || {
        let Block { range: Range { start, mut end }, mut things } = blocks.next()?;
        let fits = |next: &Block, things: usize| things + next.things <= MOST_THINGS && next.range.end - start <= most;
        while let Some(next) = blocks.next_if(|next| fits(next, things)) {
            things += next.things;
            end = next.range.end;
        }
        let is_fair = things <= MOST_THINGS && end - start <= 8 * MOST_BYTES;
        Some(Stretch { text: text.get(start..end)?, is_fair })
    })
}

/// Whether all of a text can be read at once.
pub(crate) fn is_fair(text: &str) -> bool {
    let mut stretches = stretches(text);
    let is_fair = stretches.next().is_none_or(|first| first.is_fair);
    is_fair && stretches.next().is_none()
}

/// What goes on over blank lines, wherever it ends, or is referred to from elsewhere: a text with that is in one piece.
const SPREAD: [&str; 7] = ["<!", "<?", "<script", "<style", "<pre", "<textarea", "<svg"];

/// Whether no part of a text says what another part of it means.
fn is_divisible(text: &str) -> bool {
    let is_definition = |line: &str| {
        let line = line.trim_start_matches([' ', '>', '\t']);
        line.starts_with('[') && line.contains("]:")
    };
    let is_spread = |(at, _): (usize, &str)| {
        let tag = text.get(at..).unwrap_or_default();
        SPREAD.iter().any(|spread| tag.get(..spread.len()).is_some_and(|start| start.eq_ignore_ascii_case(spread)))
    };
    !text.lines().any(is_definition) && !text.match_indices('<').any(is_spread)
}

/// The blocks of a text that no other can go on in, with how many things a parser makes of each at most.
struct Blocks<'a> {
    text: &'a str,
    is_divisible: bool,
    from: usize,
}

struct Block {
    range: Range<usize>,
    things: usize,
}

impl<'a> Blocks<'a> {
    fn of(text: &'a str, is_divisible: bool) -> Self {
        Self { text, is_divisible, from: 0 }
    }
}

impl Iterator for Blocks<'_> {
    type Item = Block;

    fn next(&mut self) -> Option<Block> {
        let start = self.from;
        let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let (mut things, mut pipes, mut was_blank) = (0_usize, 0, false);
        let mut fence: Option<&str> = None;
        for line in rest.split_inclusive('\n') {
            // Behind a blank line, nothing but what is set in or is another item can belong to what stands before it.
            let begins = !line.starts_with(|first: char| first.is_whitespace() || "-+*0123456789".contains(first));
            if self.is_divisible && was_blank && begins && fence.is_none() {
                break;
            }
            was_blank = line.trim().is_empty();
            fence = fence_behind(fence, line);
            self.from += line.len();
            // What is too much does not have to be known.
            if things <= MOST_THINGS {
                let here = line.bytes().filter(|byte| *byte == b'|').count();
                pipes = if was_blank { 0 } else { here.max(pipes) };
                let opened = opened(line);
                things += if opened > MOST_OPENED { MOST_THINGS } else { 2 * opened };
                things += 2 + 2 * marks(line) + 2 * pipes;
            }
        }
        Some(Block { range: start..self.from, things })
    }
}

/// The signs of a line from which a parser makes things, but for pipes.
fn marks(line: &str) -> usize {
    let is_mark = |byte: &u8| matches!(byte, b'[' | b']' | b'*' | b'_' | b'~' | b'`' | b'&' | b'<' | b'\\' | b'!');
    line.bytes().filter(is_mark).count()
}

/// The fence that is open behind a line.
fn fence_behind<'a>(open: Option<&'a str>, line: &'a str) -> Option<&'a str> {
    let said = line.trim_start_matches(' ');
    let is_code = line.len() - said.len() > 3;
    let first = said.chars().next().filter(|first| matches!(first, '`' | '~') && !is_code);
    let length = first.map_or(0, |first| said.len() - said.trim_start_matches(first).len());
    let (fence, behind) = said.split_at(length);
    match open {
        Some(open) if fence.starts_with(open) && behind.trim().is_empty() => None,
        None if length >= 3 && !(first == Some('`') && behind.contains('`')) => Some(fence),
        _ => open,
    }
}

/// How many quotes and list items a line opens, up to the first that are too many.
fn opened(line: &str) -> usize {
    let mut count = 0;
    let mut rest = line.trim_start();
    while count <= MOST_OPENED {
        let digits = rest.bytes().take(9).take_while(u8::is_ascii_digit).count();
        let behind = match rest.as_bytes().get(digits) {
            Some(b'>') if digits == 0 => rest.get(1..),
            Some(b'-' | b'+' | b'*') if digits == 0 => rest.get(1..).filter(|behind| starts_blank(behind)),
            Some(b'.' | b')') if digits > 0 => rest.get(digits + 1..).filter(|behind| starts_blank(behind)),
            _ => None,
        };
        let Some(behind) = behind else { break };
        count += 1;
        rest = behind.trim_start();
    }
    count
}

fn starts_blank(text: &str) -> bool {
    text.is_empty() || text.starts_with([' ', '\t', '\n'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_is_fair() {
        for text in ["", "> > a", "- 1. * b", "---\n***\n- - -", "**bold** 1.5 -x >>= y", "> a\n".repeat(1000).as_str()]
        {
            assert!(is_fair(text), "{text:.20}");
        }
        assert_eq!((opened("> - 1. a"), opened("1) >> b"), opened("-a"), opened("12345678901. a")), (3, 3, 0, 0));
    }

    #[test]
    fn what_nobody_writes_is_not() {
        for mark in [">", "> ", "- ", "+ ", "* ", "1. ", "7) "] {
            assert!(!is_fair(&format!("# T\n\n{}a", mark.repeat(200))), "{mark}");
        }
        for many in ["[", "*a ", "<b>", "\n&", "|"] {
            let text = many.repeat(MOST_THINGS);
            assert!(stretches(&text).any(|stretch| !stretch.is_fair), "{many}");
        }
        // Rows are filled up to the width of their table.
        let wide = format!("{}\n{}\n{}", "|a".repeat(1000), "|-".repeat(1000), "|\n".repeat(100));
        assert!(stretches(&wide).any(|stretch| !stretch.is_fair));
    }

    #[test]
    fn a_long_text_is_read_in_stretches_and_nothing_is_lost() {
        let section = "## T\n\nA *b* [c](d)\ngoes on\n\n- e\n\n  f\n\n- g\n\n1. h\n\n```rust\n\n# no\n\n```\n\n> q\n\n| a |\n|---|\n| b |\n\n";
        let text = section.repeat(8_000);
        let found: Vec<Stretch<'_>> = stretches(&text).collect();
        assert!(found.len() > 4 && found.iter().all(|stretch| stretch.is_fair && stretch.text.len() <= MOST_BYTES));
        assert_eq!(found.iter().map(|stretch| stretch.text).collect::<String>(), text);
        for stretch in &found {
            let starts = ["## T\n", "A *b*", "- e\n", "```rust", "> q\n", "| a |"];
            assert!(starts.iter().any(|start| stretch.text.starts_with(start)), "{:.20}", stretch.text);
        }
    }

    #[test]
    fn what_is_said_elsewhere_keeps_a_text_together() {
        for spread in ["[a]: http://b.example\n\n", "<!-- c\n\n", "<PRE>\n\n", "[^1]: note\n\n"] {
            let text = format!("{spread}{}", "some [a] text\n\n".repeat(20_000));
            assert_eq!(stretches(&text).count(), 1, "{spread}");
        }
    }
}
