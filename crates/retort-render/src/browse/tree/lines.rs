//! The lines of a tree: one for each value that is not folded away, kept as offsets. They are made in one walk over
//! the text, so that neither depth nor size costs more than reading it once.

use std::ops::Range;

use retort_core::{Raw, Step};

use crate::browse::job::{GivenUp, Progress};

/// Most lines that a tree has.
pub(super) const MOST_LINES: usize = 2_000_000;

/// What a value is called in the one that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// It is held by none.
    Root,
    /// The item of an array.
    Item(usize),
    /// The member of an object: where its key is, with its quotes.
    Key(Range<usize>),
}

/// A value that is not folded away.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) range: Range<usize>,
    pub(super) name: Name,
    pub(super) depth: usize,
    /// How many values it holds, once it is unfolded.
    pub(super) open: Option<usize>,
}

/// Which values are unfolded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Those less deep than this.
    Levels(usize),
    /// Those that lead to the value at this offset.
    To(usize),
}

/// The lines of a value; whether they are all, and not only the first [`MOST_LINES`].
pub(super) fn lines_of(root: &Raw, reach: Reach, progress: &Progress) -> Result<(Vec<Line>, bool), GivenUp> {
    Builder { root, reach, lines: Vec::new(), open: Vec::new(), key: None }.build(progress)
}

/// A container that is being read.
struct Open {
    /// Its line.
    line: usize,
    children: usize,
    is_object: bool,
}

struct Builder<'a> {
    root: &'a Raw,
    reach: Reach,
    lines: Vec<Line>,
    open: Vec<Open>,
    key: Option<Range<usize>>,
}

impl Builder<'_> {
    fn build(mut self, progress: &Progress) -> Result<(Vec<Line>, bool), GivenUp> {
        let base = self.root.range().start;
        let mut walk = self.root.walk();
        let mut steps = 0_usize;
        while let Some(step) = walk.next() {
            steps += 1;
            match step {
                Step::Key(range) => self.key = Some(range),
                Step::Scalar(range) => self.push(range),
                Step::Open(start) => {
                    self.push(start..start + 1);
                    let line = self.lines.len() - 1;
                    if self.wants(start) {
                        let is_object = self.root.part(start..start + 1).is_some_and(|sign| sign.as_str() == "{");
                        self.open.push(Open { line, children: 0, is_object });
                    } else {
                        let end = walk.pass_over().unwrap_or(self.root.range().end);
                        self.set_end(line, end);
                    }
                }
                Step::Close(end) => self.close(end),
                _ => {}
            }
            if self.lines.len() >= MOST_LINES {
                self.cut();
                return Ok((self.lines, false));
            }
            if steps.is_multiple_of(4096) {
                progress.tell(self.last().saturating_sub(base))?;
            }
        }
        Ok((self.lines, true))
    }

    fn last(&self) -> usize {
        self.lines.last().map_or(0, |line| line.range.start)
    }

    fn wants(&self, start: usize) -> bool {
        match self.reach {
            Reach::Levels(levels) => self.open.len() < levels,
            Reach::To(target) => start < target || start == self.root.range().start,
        }
    }

    fn push(&mut self, range: Range<usize>) {
        let name = match (self.open.last_mut(), self.key.take()) {
            (None, _) => Name::Root,
            (Some(parent), key) => {
                parent.children += 1;
                match key {
                    Some(key) if parent.is_object => Name::Key(key),
                    _ => Name::Item(parent.children - 1),
                }
            }
        };
        self.lines.push(Line { range, name, depth: self.open.len(), open: None });
    }

    fn set_end(&mut self, line: usize, end: usize) {
        if let Some(line) = self.lines.get_mut(line) {
            line.range.end = end;
        }
    }

    fn close(&mut self, end: usize) {
        let Some(closed) = self.open.pop() else { return };
        self.set_end(closed.line, end);
        let leads = match self.reach {
            Reach::Levels(_) => true,
            Reach::To(target) => end > target || self.open.is_empty(),
        };
        if leads {
            if let Some(line) = self.lines.get_mut(closed.line) {
                line.open = Some(closed.children);
            }
        } else {
            self.lines.truncate(closed.line + 1);
        }
    }

    /// Ends the containers that are still open where the lines end.
    fn cut(&mut self) {
        let end = self.root.range().end;
        while let Some(open) = self.open.pop() {
            if let Some(line) = self.lines.get_mut(open.line) {
                line.range.end = end;
                line.open = Some(open.children);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(json: &str, reach: Reach) -> Vec<String> {
        let root = Raw::parse(json).unwrap();
        let (lines, complete) = lines_of(&root, reach, &Progress::default()).unwrap();
        assert!(complete);
        let text = |line: &Line| root.part(line.range.clone()).unwrap().as_str().to_owned();
        lines.iter().map(|line| format!("{}{}", "-".repeat(line.depth), text(line))).collect()
    }

    #[test]
    fn levels_and_ways_are_unfolded() {
        let json = r#"{"a":[1,[2]],"b":{"c":3}}"#;
        assert_eq!(shown(json, Reach::Levels(0)), [json]);
        assert_eq!(shown(json, Reach::Levels(1)), [json, "-[1,[2]]", r#"-{"c":3}"#]);
        assert_eq!(shown(json, Reach::Levels(9)).len(), 7);
        assert_eq!(shown(json, Reach::To(20)), [json, "-[1,[2]]", r#"-{"c":3}"#, "--3"]);
        assert_eq!(shown(json, Reach::To(8)), [json, "-[1,[2]]", "--1", "--[2]", r#"-{"c":3}"#]);
    }

    #[test]
    fn depth_is_no_danger() {
        let json = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
        let (lines, _) = lines_of(&Raw::parse(json).unwrap(), Reach::To(100_000), &Progress::default()).unwrap();
        assert_eq!((lines.len(), lines.last().unwrap().depth), (100_001, 100_000));
    }
}
