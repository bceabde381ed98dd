//! The source of something, with its syntax in colours.

use std::io;

use super::{Canvas, Ink};
use crate::highlight::{Token, highlight};
use crate::view::Source;

pub(super) fn draw(source: &Source, canvas: &mut Canvas<'_>) -> io::Result<()> {
    for line in highlight(&source.text, source.language.as_deref()) {
        for (token, text) in line {
            canvas.text(ink(token), text)?;
        }
        canvas.end_line()?;
    }
    Ok(())
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
