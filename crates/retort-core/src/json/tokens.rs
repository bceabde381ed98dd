//! A value as a row of tokens, for whoever draws it: one pass, no tree, and no deeper stack for deeper values.

use std::borrow::Cow;

use super::event::Event;
use super::lex::Lexer;
use super::raw::{Kind, Raw};
use super::string::{quote, unescape};

/// One token of a value. Texts are strict JSON, strings and keys with their quotes: as they were sent where that is
/// valid, else repaired.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Token<'a> {
    /// An object or an array begins.
    Open(Kind),
    /// An object or an array ends.
    Close(Kind),
    /// The key of the member whose value comes next.
    Key(Cow<'a, str>),
    /// A value that holds no others.
    Scalar(Kind, Cow<'a, str>),
}

/// The tokens of a value: see [`Raw::tokens`].
pub struct Tokens<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    repaired: u64,
}

impl Raw {
    /// The tokens of the value, in the order in which they were sent.
    ///
    /// ```
    /// use retort_core::{Kind, Raw, Token};
    ///
    /// let raw = Raw::parse(r#"{"id": 1.50, }"#).unwrap();
    /// let tokens: Vec<Token> = raw.tokens().collect();
    /// assert_eq!(tokens[1], Token::Key(r#""id""#.into()));
    /// assert_eq!(tokens[2], Token::Scalar(Kind::Number, "1.50".into()));
    /// assert_eq!(tokens.len(), 4);
    /// ```
    pub fn tokens(&self) -> Tokens<'_> {
        Tokens { text: self.text(), lexer: Lexer::at(self.text(), self.span().start), repaired: 0 }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let event = self.lexer.next().ok().flatten()?;
        let is_sound = self.lexer.quirks.repairs() == self.repaired;
        self.repaired = self.lexer.quirks.repairs();
        let (text, kind) = (self.text, Kind::of(event));
        let string = |string: super::event::Quoted| {
            if is_sound {
                Cow::Borrowed(string.whole().of(text))
            } else {
                Cow::Owned(quote(&unescape(string.span.of(text))))
            }
        };
        Some(match event {
            Event::ObjectStart | Event::ArrayStart => Token::Open(kind),
            Event::ObjectEnd | Event::ArrayEnd => Token::Close(kind),
            Event::Key(key) => Token::Key(string(key)),
            Event::String(inside) => Token::Scalar(kind, string(inside)),
            Event::NonFinite(word) => Token::Scalar(Kind::String, Cow::Owned(quote(word.of(text)))),
            Event::Number(number) => Token::Scalar(kind, Cow::Borrowed(number.of(text))),
            Event::True => Token::Scalar(kind, Cow::Borrowed("true")),
            Event::False => Token::Scalar(kind, Cow::Borrowed("false")),
            Event::Null => Token::Scalar(kind, Cow::Borrowed("null")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(json: &str) -> String {
        let raw = Raw::parse(json).unwrap();
        let word = |token: Token<'_>| match token {
            Token::Open(kind) => if kind == Kind::Object { "{" } else { "[" }.to_owned(),
            Token::Close(kind) => if kind == Kind::Object { "}" } else { "]" }.to_owned(),
            Token::Key(key) => format!("{key}:"),
            Token::Scalar(_, text) => text.into_owned(),
        };
        raw.tokens().map(word).collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn tokens_keep_digits_order_and_keys_that_come_twice() {
        assert_eq!(
            joined(r#"{"b": 1.10, "a": [12345678901234567890123, true], "b": null}"#),
            r#"{ "b": 1.10 "a": [ 12345678901234567890123 true ] "b": null }"#
        );
    }

    #[test]
    fn what_is_bent_comes_out_straight() {
        assert_eq!(joined("{\"a\": NaN, \"t\": \"x\ty\",}"), r#"{ "a": "NaN" "t": "x\ty" }"#);
    }

    #[test]
    fn a_part_of_a_value_has_only_its_own_tokens() {
        let raw = Raw::parse(r#"{"a": [1, 2], "b": 3}"#).unwrap();
        assert_eq!(raw.get("a").unwrap().tokens().count(), 4);
        assert_eq!(raw.get("b").unwrap().tokens().count(), 1);
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(Raw::parse(deep).unwrap().tokens().count(), 200_000);
    }
}
