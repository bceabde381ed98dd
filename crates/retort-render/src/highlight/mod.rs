//! Source code, line by line, in pieces that each have a meaning: a keyword, a number, a comment. One highlighter for
//! the terminal and for pages; whoever draws a piece gives the meaning a colour.
//!
//! The rules of the languages are regular expressions and the text is a stranger's, so both its size and the time
//! that it may take are bounded: what lies beyond is plain, and never missing.

mod diff;
mod scopes;
mod syntaxes;

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;
use std::time::Duration;

use syntect::parsing::{ParseState, ScopeStack};

use crate::effort;

/// What a piece of source code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Token {
    /// Anything else: names, blanks, text.
    Plain,
    Keyword,
    Operator,
    /// Brackets, commas, the angles around a tag.
    Punctuation,
    /// A string.
    Text,
    Number,
    /// `true`, `null`, `self`, an escape in a string, a name that is written as a constant.
    Constant,
    Comment,
    Function,
    /// The name of a type or of a tag.
    Type,
    /// The name of a member, an attribute or a setting.
    Key,
    /// The title of a section; in a diff, the name of a file.
    Heading,
    /// A line that a diff adds.
    Inserted,
    /// A line that a diff takes away.
    Deleted,
}

/// A line in pieces, without its end.
pub(crate) type Pieces<'a> = Vec<(Token, &'a str)>;

/// Texts with more bytes than this are plain.
const MOST_BYTES: usize = 512 * 1024;

/// Lines with more bytes than this are plain. A line is read in one go, so it must not take long.
const LONGEST_LINE: usize = 1_000;

/// How much time may be spent on highlighting, in all.
const HIGHLIGHTING_TIMEOUT: Duration = Duration::from_secs(2);

/// How much time is left for highlighting. One that is shared by several texts bounds all of them together.
#[derive(Clone, Debug)]
pub(crate) struct Patience(Rc<Cell<Duration>>);

impl Default for Patience {
    fn default() -> Self {
        Self(Rc::new(Cell::new(HIGHLIGHTING_TIMEOUT)))
    }
}

impl Patience {
    /// Only the work itself is counted, not the time that a reader takes to look at what came of it.
    fn spend<T>(&self, work: impl FnOnce() -> T) -> T {
        let start = effort::so_far();
        let done = work();
        self.0.set(self.0.get().saturating_sub(effort::so_far().saturating_sub(start)));
        done
    }

    fn is_gone(&self) -> bool {
        self.0.get().is_zero()
    }
}

/// A text in lines, and each line in pieces. A language that is not known gives plain lines.
pub(crate) fn highlight<'a>(text: &'a str, language: Option<&str>) -> Lines<'a> {
    highlight_within(&Patience::default(), text, language)
}

/// The same, in the time that is left.
pub(crate) fn highlight_within<'a>(patience: &Patience, text: &'a str, language: Option<&str>) -> Lines<'a> {
    let language = language.filter(|_| text.len() <= MOST_BYTES);
    let reader = match language {
        Some(language) if diff::is_name(language) => Reader::Diff,
        Some(language) => syntaxes::find(language)
            .map_or(Reader::Plain, |syntax| Reader::Syntax(Box::new((ParseState::new(syntax), ScopeStack::new())))),
        None => Reader::Plain,
    };
    Lines { rest: text, reader, patience: patience.clone() }
}

/// The lines of a text, in pieces.
pub(crate) struct Lines<'a> {
    rest: &'a str,
    reader: Reader,
    patience: Patience,
}

enum Reader {
    Plain,
    Diff,
    Syntax(Box<(ParseState, ScopeStack)>),
}

impl<'a> Iterator for Lines<'a> {
    type Item = Pieces<'a>;

    fn next(&mut self) -> Option<Pieces<'a>> {
        let end = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
        let (whole, rest) = self.rest.split_at_checked(end).filter(|(whole, _)| !whole.is_empty())?;
        self.rest = rest;
        let line = whole.strip_suffix('\n').map_or(whole, |line| line.strip_suffix('\r').unwrap_or(line));
        if line.is_empty() && !matches!(self.reader, Reader::Syntax(_)) {
            return Some(Vec::new());
        }
        let plain = || vec![(Token::Plain, line)];
        let is_too_long = line.len() > LONGEST_LINE || self.patience.is_gone();
        Some(match &mut self.reader {
            Reader::Diff => vec![(diff::token(line), line)],
            Reader::Syntax(state) if !is_too_long => {
                let (parser, scopes) = &mut **state;
                let pieces = self.patience.spend(|| pieces(whole, line, parser, scopes));
                pieces.unwrap_or_else(|| {
                    // What the rules cannot read they will not read better further on.
                    self.reader = Reader::Plain;
                    plain()
                })
            }
            _ => plain(),
        })
    }
}

/// The pieces of a line; `None` where the rules fail.
fn pieces<'a>(whole: &str, line: &'a str, parser: &mut ParseState, scopes: &mut ScopeStack) -> Option<Pieces<'a>> {
    let mut pieces = Pieces::new();
    let mut from = 0;
    for (at, change) in parser.parse_line(whole, syntaxes::all()).ok()? {
        let at = at.min(line.len());
        if at > from {
            add(&mut pieces, scopes::token(scopes), line, from..at)?;
            from = at;
        }
        scopes.apply(&change).ok()?;
    }
    if from < line.len() {
        add(&mut pieces, scopes::token(scopes), line, from..line.len())?;
    }
    Some(pieces)
}

/// Adds a piece, to the last one where that has the same meaning.
fn add<'a>(pieces: &mut Pieces<'a>, token: Token, line: &'a str, at: Range<usize>) -> Option<()> {
    let piece = line.get(at.clone())?;
    // Languages with words for operators, such as `and`, write them like any other keyword.
    let is_word = token == Token::Operator && piece.starts_with(char::is_alphabetic);
    let token = if is_word { Token::Keyword } else { token };
    match pieces.last_mut() {
        // Blanks have no look of their own.
        Some((last, text)) if *last == token || piece.trim().is_empty() => {
            *text = line.get(at.start - text.len()..at.end)?;
        }
        _ => pieces.push((token, piece)),
    }
    Some(())
}

#[cfg(test)]
mod tests;
