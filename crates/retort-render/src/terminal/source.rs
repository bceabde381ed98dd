//! The source of something, with its syntax in colours. On a terminal its lines are numbered and wrapped; a pipe gets
//! them as they are. A page is shown as text first.

use std::io;

use super::{Canvas, Ink, markdown, page, text};
use crate::highlight::{Lines, Token, highlight};
use crate::measure::{clusters, width};
use crate::safe::harmless;
use crate::view::Source;

/// Sources with fewer lines need no numbers.
const NUMBERED: usize = 6;

/// What stands before the rest of a line that was too long.
const CONTINUED: &str = "↪ ";

/// How wide a tab is.
const TAB: &str = "    ";

/// A narrower place than this is not worth wrapping for.
const NARROWEST: usize = 16;

pub(super) fn draw(source: &Source, canvas: &mut Canvas<'_>) -> io::Result<()> {
    let language = source.language.as_deref();
    let all = canvas.options().width;
    if language == Some("html") && all.is_some() {
        let said = page::read(&source.text);
        if !said.events.is_empty() {
            markdown::draw_all(&said.events, canvas)?;
            if said.is_all {
                return Ok(());
            }
            canvas.end_line()?;
            canvas.line(Ink::Faint, "── source ──")?;
        }
    }
    let count = source.text.lines().count();
    let digits = count.to_string().len();
    let gutter = if all.is_some() && count >= NUMBERED { digits + 2 } else { 0 };
    let code = Code { room: all.map(|all| all.saturating_sub(gutter)) };
    let mut number = 0;
    draw_lines(highlight(&source.text, language), &code, canvas, |canvas, is_new| {
        number += usize::from(is_new);
        match (gutter, is_new) {
            (0, _) => Ok(()),
            (_, true) => canvas.text(Ink::Faint, &format!("{number:>digits$}  ")),
            (_, false) => canvas.blanks(gutter),
        }
    })
}

/// How lines of code are drawn.
pub(super) struct Code {
    /// How many columns there are for them.
    pub(super) room: Option<usize>,
}

/// Draws lines of code. `lead` draws what stands before each, and is told whether it is a new one.
pub(super) fn draw_lines(
    lines: Lines<'_>,
    code: &Code,
    canvas: &mut Canvas<'_>,
    mut lead: impl FnMut(&mut Canvas<'_>, bool) -> io::Result<()>,
) -> io::Result<()> {
    let room = code.room.map(|room| room.max(NARROWEST));
    for line in lines {
        lead(canvas, true)?;
        let mut column = 0;
        for (token, piece) in line {
            let ink = ink(token);
            let Some(room) = room else {
                text::draw_tabbed(ink, piece, canvas)?;
                continue;
            };
            let piece = piece.replace('\t', TAB);
            let piece = harmless(&piece);
            let mut rest = &*piece;
            while !rest.is_empty() {
                let is_new = column <= width(CONTINUED);
                let (now, later) = split(rest, room.saturating_sub(column), is_new);
                canvas.text(ink, now)?;
                column += width(now);
                rest = later;
                if !rest.is_empty() {
                    canvas.end_line()?;
                    lead(canvas, false)?;
                    canvas.text(Ink::Faint, CONTINUED)?;
                    column = width(CONTINUED);
                }
            }
        }
        canvas.end_line()?;
    }
    Ok(())
}

/// The beginning of a text that fits into so many columns, and the rest. On a new line there is always room for
/// something, so that a character wider than the line does not wait for ever.
fn split(text: &str, room: usize, is_new: bool) -> (&str, &str) {
    let (mut at, mut used) = (0, 0);
    for cluster in clusters(text) {
        used += width(cluster);
        if used > room && (at > 0 || !is_new) {
            return text.split_at(at);
        }
        at += cluster.len();
    }
    (text, "")
}

/// How a piece of source code looks.
fn ink(token: Token) -> Ink {
    match token {
        Token::Plain | Token::Operator => Ink::Plain,
        Token::Keyword => Ink::Keyword,
        Token::Punctuation => Ink::Faint,
        Token::Text => Ink::Text,
        Token::Number => Ink::Number,
        Token::Constant => Ink::Word,
        Token::Comment => Ink::Comment,
        Token::Function => Ink::Function,
        Token::Type => Ink::Type,
        Token::Key => Ink::Key,
        Token::Heading => Ink::Heading,
        Token::Inserted => Ink::Good,
        Token::Deleted => Ink::Bad,
    }
}
