//! A JSON value as a tree, folded past a depth or a size. A pipe gets valid JSON, the same value that was sent; a
//! person gets short containers on one line, long strings wrapped, and counts where something is folded.

use std::collections::VecDeque;
use std::io;

use retort_core::{Kind, Raw, Token, Tokens};

use super::{Canvas, Ink, string};
use crate::amount::counted;
use crate::measure::width;
use crate::safe::{harmless_json, json_without_colours};

/// Indentation stops growing here, or a deep value would become a square of blanks.
const DEEPEST_INDENT: usize = 32;
/// Nobody reads deeper than this: the rest is folded for a person, and never for a pipe.
const DEEPEST: usize = 200;
/// The longest container on one line, however wide the terminal is.
const LONGEST_LINE: usize = 64;

/// Draws a value on lines of its own.
pub(super) fn draw(value: &Raw, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let layout = if canvas.options().width.is_some() { Layout::Fitted } else { Layout::Lines };
    TreeWriter::new(value, canvas, layout, 0, None).draw()?;
    canvas.end_line()
}

/// Draws a value that begins at a column and keeps right of it, all in one ink where one is given; on one line where
/// there is no width to fit it to.
pub(super) fn draw_at(value: &Raw, column: usize, ink: Option<Ink>, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let layout = if canvas.options().width.is_some() { Layout::Fitted } else { Layout::Line };
    TreeWriter::new(value, canvas, layout, column, ink).draw()?;
    canvas.end_line()
}

/// A container that is folded, such as `{… 12 keys}`.
pub(super) fn folded(kind: Kind, count: usize) -> String {
    let (open, close) = brackets(kind);
    format!("{open}… {}{close}", counted(count, noun(kind)))
}

fn noun(kind: Kind) -> &'static str {
    if kind == Kind::Object { "key" } else { "item" }
}

fn brackets(kind: Kind) -> (&'static str, &'static str) {
    if kind == Kind::Object { ("{", "}") } else { ("[", "]") }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// One member or item a line.
    Lines,
    /// As a person reads it best in the width that there is.
    Fitted,
    /// All on one line.
    Line,
}

/// A container that is open. A pipe gets as many of them as the text has brackets, so each is small.
struct Level {
    kind: Kind,
    is_empty: bool,
    /// Whether the last item is a number, beside which another may stand.
    number: bool,
}

struct TreeWriter<'t, 'c, 'o> {
    tokens: Tokens<'t>,
    /// Tokens that were looked at already.
    ahead: VecDeque<Token<'t>>,
    canvas: &'c mut Canvas<'o>,
    layout: Layout,
    margin: usize,
    width: usize,
    column: usize,
    /// The one ink for everything.
    ink: Option<Ink>,
    open: Vec<Level>,
    /// How many children each has, for a person, who sees few of them.
    counts: Vec<usize>,
    after_key: bool,
    told_more: bool,
}

impl<'t, 'c, 'o> TreeWriter<'t, 'c, 'o> {
    fn new(value: &'t Raw, canvas: &'c mut Canvas<'o>, layout: Layout, margin: usize, ink: Option<Ink>) -> Self {
        let width = canvas.options().width.unwrap_or(usize::MAX);
        Self {
            tokens: value.tokens(),
            ahead: VecDeque::new(),
            canvas,
            layout,
            margin,
            width,
            column: margin,
            ink,
            open: Vec::new(),
            counts: Vec::new(),
            after_key: false,
            told_more: false,
        }
    }

    fn draw(mut self) -> io::Result<()> {
        while let Some(token) = self.next() {
            if self.is_full(&token) {
                self.leave_out(&token)?;
                continue;
            }
            match token {
                Token::Key(key) => {
                    self.separate(None)?;
                    self.put(Ink::Key, &key)?;
                    self.put(Ink::Faint, ": ")?;
                    self.after_key = true;
                }
                Token::Open(kind) => self.container(kind)?,
                Token::Close(kind) => {
                    let level = self.open.pop();
                    self.counts.pop();
                    if level.is_some_and(|level| !level.is_empty) && self.layout != Layout::Line {
                        self.new_line()?;
                    }
                    self.put(Ink::Faint, brackets(kind).1)?;
                }
                Token::Scalar(kind, text) => {
                    self.separate((kind == Kind::Number).then(|| text.len()))?;
                    self.scalar(kind, &text)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The next token, with texts that are harmless and still the same JSON.
    fn next(&mut self) -> Option<Token<'t>> {
        self.ahead.pop_front().or_else(|| self.read())
    }

    fn read(&mut self) -> Option<Token<'t>> {
        Some(match self.tokens.next()? {
            Token::Key(key) => Token::Key(harmless_json(key)),
            Token::Scalar(Kind::String, text) if self.layout == Layout::Fitted => {
                Token::Scalar(Kind::String, json_without_colours(harmless_json(text)))
            }
            Token::Scalar(Kind::String, text) => Token::Scalar(Kind::String, harmless_json(text)),
            token => token,
        })
    }

    /// The token at a place ahead.
    fn peek(&mut self, index: usize) -> Option<&Token<'t>> {
        while self.ahead.len() <= index {
            let token = self.read()?;
            self.ahead.push_back(token);
        }
        self.ahead.get(index)
    }

    fn container(&mut self, kind: Kind) -> io::Result<()> {
        self.separate(None)?;
        let depth = self.open.len();
        let (open, _) = brackets(kind);
        let is_empty = matches!(self.peek(0), Some(Token::Close(_)));
        let too_deep = self.canvas.options().depth.is_some_and(|most| depth >= most)
            || self.layout == Layout::Fitted && depth >= DEEPEST;
        if too_deep && !is_empty {
            let count = self.skip(kind);
            self.next();
            return self.put(Ink::Faint, &folded(kind, count));
        }
        if self.layout == Layout::Fitted
            && let Some(count) = self.fits(kind)
        {
            return self.on_one_line(kind, count);
        }
        self.put(Ink::Faint, open)?;
        self.open.push(Level { kind, is_empty: true, number: false });
        if self.layout == Layout::Fitted {
            self.counts.push(0);
        }
        Ok(())
    }

    /// Whether a token begins something for which its container has no more room.
    fn is_full(&self, token: &Token<'_>) -> bool {
        let (Some(rows), Some(level)) = (self.canvas.options().rows, self.open.last()) else { return false };
        // Objects are records more often than lists: they are cut later.
        let most = if level.kind == Kind::Object { rows.max(100) } else { rows };
        self.layout == Layout::Fitted
            && !self.after_key
            && self.counts.last().is_some_and(|count| *count >= most.max(1))
            && !matches!(token, Token::Close(_))
    }

    fn leave_out(&mut self, first: &Token<'t>) -> io::Result<()> {
        let Some(kind) = self.open.last().map(|level| level.kind) else { return Ok(()) };
        self.ahead.push_front(first.clone());
        let count = self.skip(kind);
        self.put(Ink::Faint, ",")?;
        self.new_line()?;
        let mut words = format!("… {}", counted(count, &format!("more {}", noun(kind))));
        if let Some(more) = self.canvas.options().more.as_deref().filter(|_| !self.told_more) {
            words = format!("{words} ({more})");
            self.told_more = true;
        }
        self.put(Ink::Faint, &words)
    }

    /// Passes over what is left of a container, up to the token that closes it; gives how many children that were.
    fn skip(&mut self, kind: Kind) -> usize {
        let (mut depth, mut count) = (0_usize, 0);
        while let Some(token) = self.next() {
            let is_child = match token {
                Token::Key(_) => kind == Kind::Object,
                Token::Open(_) | Token::Scalar(..) => kind == Kind::Array,
                _ => false,
            };
            count += usize::from(depth == 0 && is_child);
            match token {
                Token::Open(_) => depth += 1,
                Token::Close(_) if depth == 0 => {
                    self.ahead.push_front(token);
                    break;
                }
                Token::Close(_) => depth -= 1,
                _ => {}
            }
        }
        count
    }

    /// How many tokens are left of the container that begins here, where it is short and simple enough for one line.
    fn fits(&mut self, kind: Kind) -> Option<usize> {
        let room = self.width.saturating_sub(self.column + 1).min(LONGEST_LINE);
        let most_depth = self.canvas.options().depth.unwrap_or(DEEPEST).saturating_sub(self.open.len());
        let mut kinds = vec![kind];
        let (mut columns, mut index, mut before_value) = (1, 0, true);
        loop {
            let token = self.peek(index)?;
            index += 1;
            // A comma and a blank stand between two.
            let between = if before_value { 0 } else { 2 };
            match token {
                Token::Key(text) => {
                    columns += between + text_width(text, room)? + 2;
                    before_value = true;
                }
                Token::Scalar(kind, text) => {
                    if *kind == Kind::String && string::has_lines(text) {
                        return None;
                    }
                    columns += between + text_width(text, room)?;
                    before_value = false;
                }
                Token::Open(inner) => {
                    let in_object = kinds.last() == Some(&Kind::Object);
                    // An object in an object is easier to read on lines of its own.
                    let is_simple = kinds.len() == 1 && !(in_object && *inner == Kind::Object);
                    let inner = *inner;
                    let is_empty = matches!(self.peek(index), Some(Token::Close(_)));
                    if !(is_empty || is_simple && kinds.len() < most_depth) {
                        return None;
                    }
                    columns += between + 1;
                    kinds.push(inner);
                    before_value = true;
                }
                _ => {
                    columns += 1;
                    kinds.pop();
                    before_value = false;
                    if kinds.is_empty() {
                        return (columns <= room).then_some(index);
                    }
                }
            }
            if columns > room {
                return None;
            }
        }
    }

    fn on_one_line(&mut self, kind: Kind, count: usize) -> io::Result<()> {
        self.put(Ink::Faint, brackets(kind).0)?;
        let mut before_value = true;
        for _ in 0..count {
            let Some(token) = self.next() else { break };
            if !before_value && !matches!(token, Token::Close(_)) {
                self.put(Ink::Faint, ", ")?;
            }
            before_value = matches!(token, Token::Key(_) | Token::Open(_));
            match token {
                Token::Key(key) => {
                    self.put(Ink::Key, &key)?;
                    self.put(Ink::Faint, ": ")?;
                }
                Token::Open(kind) => self.put(Ink::Faint, brackets(kind).0)?,
                Token::Close(kind) => self.put(Ink::Faint, brackets(kind).1)?,
                Token::Scalar(kind, text) => self.scalar(kind, &text)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn scalar(&mut self, kind: Kind, text: &str) -> io::Result<()> {
        match kind {
            Kind::String if self.layout == Layout::Fitted && string::is_text(text, self.column, self.width) => {
                self.text(text)
            }
            Kind::String if self.layout == Layout::Fitted => {
                self.column = string::draw(text, self.column, self.ink.unwrap_or(Ink::Text), self.canvas)?;
                Ok(())
            }
            Kind::String => self.put(Ink::Text, text),
            Kind::Number => self.put(Ink::Number, text),
            _ => self.put(Ink::Word, text),
        }
    }

    /// Writes a text of several lines as lines, between quotes that tell where it ends.
    fn text(&mut self, text: &str) -> io::Result<()> {
        let ink = self.ink.unwrap_or(Ink::Text);
        self.put(Ink::Faint, string::QUOTES)?;
        self.canvas.end_line()?;
        self.column = self.indent();
        string::draw_text(text, self.column + 2, ink, self.canvas)?;
        self.canvas.blanks(self.column)?;
        self.put(Ink::Faint, string::QUOTES)
    }

    /// Writes what stands before a child of a container. Numbers stand beside each other where there is room.
    fn separate(&mut self, number: Option<usize>) -> io::Result<()> {
        if std::mem::take(&mut self.after_key) {
            return Ok(());
        }
        let Some(level) = self.open.last_mut() else { return Ok(()) };
        let is_first = std::mem::take(&mut level.is_empty);
        let beside = std::mem::replace(&mut level.number, number.is_some()) && number.is_some();
        if let Some(count) = self.counts.last_mut() {
            *count += 1;
        }
        let fits = number.is_some_and(|taken| self.column.saturating_add(taken + 3) <= self.width);
        if self.layout == Layout::Line || self.layout == Layout::Fitted && beside && fits {
            return if is_first { Ok(()) } else { self.put(Ink::Faint, ", ") };
        }
        if !is_first {
            self.put(Ink::Faint, ",")?;
        }
        self.new_line()
    }

    fn new_line(&mut self) -> io::Result<()> {
        self.column = self.indent();
        self.canvas.end_line()?;
        self.canvas.blanks(self.column)
    }

    /// Where a line begins.
    fn indent(&self) -> usize {
        let most = match self.layout {
            Layout::Fitted => DEEPEST_INDENT.min(self.width.saturating_sub(self.margin) / 4),
            _ => DEEPEST_INDENT,
        };
        self.margin + 2 * self.open.len().min(most)
    }

    fn put(&mut self, ink: Ink, text: &str) -> io::Result<()> {
        if self.layout == Layout::Fitted {
            self.column += width(text);
        }
        self.canvas.text(self.ink.unwrap_or(ink), text)
    }
}

/// How wide a text is; `None` where it is wider than `most` for sure.
fn text_width(text: &str, most: usize) -> Option<usize> {
    // Few signs take more than four bytes a column.
    (text.len() <= 4 * most + 16).then(|| width(text))
}
