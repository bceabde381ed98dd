//! A tree: a JSON value whose parts are folded and unfolded. Only the lines that can be seen are kept, as offsets,
//! and what is folded is not read.

mod draw;
mod lines;
mod search;

use retort_core::Raw;

use self::lines::{Line, MOST_LINES, Name, Reach, lines_of};
use self::search::{Found, find};
use super::excerpt;
use super::job::{Job, Progress, Wait};
use super::needle::Needle;
use super::pane::{Act, Answer, Copied, Mark, Motion, Pane, PaneKind, Scroll, grouped, position, size};
use super::path::{push_index, push_key};

/// A JSON value whose parts are folded and unfolded.
pub(super) struct TreePane {
    root: Raw,
    /// The path of the root.
    base: String,
    lines: Vec<Line>,
    scroll: Scroll,
    sought: Option<Needle>,
    job: Option<Job<Done>>,
}

/// What was done beside the screen.
enum Done {
    Lines(Vec<Line>, bool, Option<usize>),
    Search(Option<Found>),
}

impl TreePane {
    /// The tree of a value, unfolded as far as fits on a screen.
    pub(super) fn new(root: Raw, base: String) -> Self {
        let mut tree = Self {
            root,
            base,
            lines: Vec::new(),
            scroll: Scroll { height: 20, ..Scroll::default() },
            sought: None,
            job: None,
        };
        tree.lines = tree.lines_now(Reach::Levels(1));
        // Small values are seen whole; large ones are not read twice.
        if tree.root.as_str().len() < 100_000 {
            for levels in [4, 3, 2] {
                let lines = tree.lines_now(Reach::Levels(levels));
                if lines.len() <= 60 {
                    tree.lines = lines;
                    break;
                }
            }
        }
        tree
    }

    /// Puts the cursor on a member of the root.
    pub(super) fn go_to_member(&mut self, key: &str) {
        let is_it = |line: &Line| line.depth == 1 && self.key_of(&line.name) == key;
        if let Some(index) = self.lines.iter().position(is_it) {
            self.scroll.jump(index, self.lines.len());
        }
    }

    fn lines_now(&self, reach: Reach) -> Vec<Line> {
        lines_of(&self.root, reach, &Progress::default()).unwrap_or_default().0
    }

    fn line(&self) -> Option<&Line> {
        self.lines.get(self.scroll.cursor)
    }

    fn raw_of(&self, line: &Line) -> Option<Raw> {
        self.root.part(line.range.clone())
    }

    fn key_of(&self, name: &Name) -> String {
        match name {
            Name::Key(range) => {
                self.root.part(range.clone()).map(|key| key.to_plain().into_owned()).unwrap_or_default()
            }
            _ => String::new(),
        }
    }

    /// The line of the value that holds the value of a line.
    fn parent_of(&self, index: usize) -> Option<usize> {
        let depth = self.lines.get(index)?.depth.checked_sub(1)?;
        self.lines.get(..index)?.iter().rposition(|line| line.depth == depth)
    }

    fn is_container(&self, line: &Line) -> bool {
        self.raw_of(line).is_some_and(|raw| raw.kind().is_container())
    }

    fn unfold(&mut self, index: usize) -> Answer {
        let Some(line) = self.lines.get(index).filter(|line| line.open.is_none()) else { return Answer::Done };
        let (depth, name) = (line.depth, line.name.clone());
        let Some(raw) = self.raw_of(line).filter(|raw| raw.kind().is_container()) else { return Answer::Done };
        let read = lines_of(&raw, Reach::Levels(1), &Progress::default());
        let Ok((mut fresh, complete)) = read else { return Answer::Done };
        if self.lines.len() + fresh.len() > 2 * MOST_LINES {
            return Answer::Note("too many lines: fold others first".to_owned());
        }
        for line in &mut fresh {
            line.depth += depth;
        }
        if let Some(first) = fresh.first_mut() {
            first.name = name;
            first.depth = depth;
        }
        self.lines.splice(index..=index, fresh);
        if complete {
            Answer::Done
        } else {
            Answer::Note(format!("only the first {} lines are shown", grouped(MOST_LINES)))
        }
    }

    fn fold(&mut self, index: usize) {
        let Some(line) = self.lines.get_mut(index).filter(|line| line.open.is_some()) else { return };
        line.open = None;
        let end = line.range.end;
        let behind = self.lines.partition_point(|line| line.range.start < end);
        if index + 1 < behind {
            self.lines.drain(index + 1..behind);
        }
        self.scroll.keep(self.lines.len());
    }

    /// Makes all lines anew, beside the screen where that takes long. The cursor stays on what it is on, or on what
    /// that is folded into.
    fn remake(&mut self, what: &'static str, reach: Reach, target: Option<usize>) -> Answer {
        let root = self.root.clone();
        let work = move |progress: &Progress| {
            let (lines, complete) = lines_of(&root, reach, progress)?;
            Ok(Done::Lines(lines, complete, target))
        };
        self.job = Some(Job::start(what, self.root.as_str().len(), work));
        Answer::Done
    }

    fn take_in<E>(&mut self, result: Result<Done, E>) -> Option<String> {
        self.job = None;
        match result {
            Ok(Done::Lines(lines, complete, target)) => {
                let target = target.or_else(|| self.line().map(|line| line.range.start));
                self.lines = lines;
                self.show(target.unwrap_or_default());
                (!complete).then(|| format!("only the first {} lines are shown", grouped(MOST_LINES)))
            }
            Ok(Done::Search(Some(found))) => match self.reveal(found.at) {
                Answer::Note(note) => Some(note),
                _ => found.wrapped.then(|| "the search went on at the other end".to_owned()),
            },
            Ok(Done::Search(None)) => Some("not found".to_owned()),
            Err(_) => Some("that did not work".to_owned()),
        }
    }

    /// The line of the value at an offset, or of what it is folded into.
    fn line_at(&self, offset: usize) -> usize {
        self.lines.partition_point(|line| line.range.start <= offset).saturating_sub(1)
    }

    fn show(&mut self, offset: usize) {
        let index = self.line_at(offset);
        self.scroll.jump(index, self.lines.len());
    }

    /// Unfolds whatever hides the value at an offset and goes there.
    fn reveal(&mut self, offset: usize) -> Answer {
        let index = self.line_at(offset);
        let Some(line) = self.lines.get(index) else { return Answer::Done };
        if line.range.start != offset && line.range.end > offset && line.open.is_none() {
            let (depth, name) = (line.depth, line.name.clone());
            let Some(raw) = self.raw_of(line) else { return Answer::Done };
            let read = lines_of(&raw, Reach::To(offset), &Progress::default());
            let Ok((mut fresh, _)) = read else { return Answer::Done };
            for line in &mut fresh {
                line.depth += depth;
            }
            if let Some(first) = fresh.first_mut() {
                first.name = name;
            }
            self.lines.splice(index..=index, fresh);
        }
        self.show(offset);
        match self.line() {
            Some(line) if line.range.start == offset => Answer::Done,
            _ => Answer::Note("it is beyond the lines that are shown".to_owned()),
        }
    }
}

impl Pane for TreePane {
    fn kind(&self) -> PaneKind {
        PaneKind::Tree
    }

    fn go(&mut self, motion: Motion) {
        let count = self.lines.len();
        if self.scroll.go(motion, count) {
            return;
        }
        let index = self.scroll.cursor;
        let Some(line) = self.lines.get(index) else { return };
        let is_open = line.open.is_some();
        match motion {
            Motion::Left if is_open => self.fold(index),
            Motion::Left => {
                if let Some(parent) = self.parent_of(index) {
                    self.scroll.cursor = parent;
                    self.scroll.keep(count);
                }
            }
            Motion::Right if is_open && line.open != Some(0) => {
                self.scroll.go(Motion::Down, count);
            }
            Motion::Right => {
                self.unfold(index);
            }
            Motion::Start => {
                self.scroll.go(Motion::Top, count);
            }
            Motion::End => {
                self.scroll.go(Motion::Bottom, count);
            }
            _ => {}
        }
    }

    fn act(&mut self, act: Act) -> Answer {
        let index = self.scroll.cursor;
        match act {
            Act::Toggle => match self.lines.get(index) {
                Some(line) if line.open.is_some() => {
                    self.fold(index);
                    Answer::Done
                }
                Some(line) if self.is_container(line) => self.unfold(index),
                _ => Answer::Unknown,
            },
            Act::FoldAll => self.remake("folding", Reach::Levels(1), None),
            Act::UnfoldAll => self.remake("unfolding", Reach::Levels(usize::MAX), None),
            Act::Level(levels) => self.remake("unfolding", Reach::Levels(levels), None),
            Act::Sort | Act::Widen => Answer::Unknown,
        }
    }

    fn seek(&mut self, needle: &Needle, from: Mark, backward: bool, here: bool) {
        let (root, needle) = (self.root.clone(), needle.clone());
        let work = move |progress: &Progress| find(&root, &needle, from.0, backward, here, progress).map(Done::Search);
        let job = Job::start("searching", self.root.as_str().len(), work);
        self.job = Some(job);
    }

    fn highlight(&mut self, needle: Option<Needle>) {
        self.sought = needle;
    }

    fn filtered_by(&self) -> &'static str {
        ""
    }

    fn mark(&self) -> Mark {
        Mark(self.line().map_or(0, |line| line.range.start), 0)
    }

    fn back_to(&mut self, mark: Mark) {
        self.job = None;
        self.show(mark.0);
    }

    fn poll(&mut self, wait: Wait) -> Option<String> {
        let result = self.job.as_ref()?.poll(wait)?;
        self.take_in(result)
    }

    fn give_up(&mut self) {
        self.job = None;
    }

    fn busy(&self) -> Option<String> {
        self.job.as_ref().map(Job::words)
    }

    fn path(&self) -> Option<String> {
        let mut names = Vec::new();
        let mut at = Some(self.scroll.cursor);
        // In one go from the bottom to the top, however many lines there are.
        while let Some(index) = at {
            names.push(&self.lines.get(index)?.name);
            at = self.parent_of(index);
        }
        let mut path = self.base.clone();
        for name in names.into_iter().rev() {
            match name {
                Name::Root => {}
                Name::Item(index) => push_index(&mut path, *index),
                Name::Key(_) => push_key(&mut path, &self.key_of(name)),
            }
        }
        Some(path)
    }

    fn value(&self) -> Option<Copied> {
        self.raw_of(self.line()?).as_ref().map(Copied::raw)
    }

    fn inside(&self) -> Option<(String, Box<dyn Pane>)> {
        let raw = self.raw_of(self.line()?)?;
        let text = raw.to_text()?;
        let name = self.path().unwrap_or_default();
        (text.chars().count() > 60 || text.contains('\n') || text.trim_start().starts_with(['{', '[']))
            .then(|| (name.clone(), super::panes::of_text(&text, name)))
    }

    fn position(&self) -> String {
        let position = position(self.scroll.cursor, self.lines.len());
        match self.line().and_then(|line| self.raw_of(line)) {
            Some(raw) if raw.as_str().len() >= 1000 => {
                format!("{} · {} · {position}", raw.kind(), size(raw.as_str().len()))
            }
            Some(raw) => format!("{} · {position}", raw.kind()),
            None => position,
        }
    }

    fn draw(&mut self, buffer: &mut ratatui::buffer::Buffer, area: ratatui::layout::Rect, look: super::look::Look) {
        self.draw_lines(buffer, area, look);
    }
}

/// A value as it stands behind its name.
fn shown(raw: &Raw) -> String {
    match raw.kind() {
        retort_core::Kind::String => format!("\"{}\"", excerpt::plain(raw)),
        kind if kind.is_container() => excerpt::line(raw),
        _ => excerpt::plain(raw).into_owned(),
    }
}
