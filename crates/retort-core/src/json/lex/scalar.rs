//! Words, numbers and strings: what has no other value inside.

use super::super::bytes::{Unicode, next_special, unicode_escape};
use super::super::string::ESCAPES;
use super::{Event, Lexer, Quirk, Quoted, Span, Syntax};

impl Lexer<'_> {
    pub(super) fn word(&mut self, word: &[u8], event: Event) -> Result<Event, Syntax> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        if rest.starts_with(word) {
            self.at += word.len();
            Ok(event)
        } else if word.starts_with(rest) {
            self.at = self.bytes.len();
            Err(self.truncated())
        } else {
            Err(self.unexpected())
        }
    }

    pub(super) fn non_finite(&mut self, word: &[u8]) -> Result<Event, Syntax> {
        let start = self.event_start;
        self.word(word, Event::Null)?;
        self.quirks.note(Quirk::NonFinite, start);
        Ok(Event::NonFinite(Span { start, end: self.at }))
    }

    pub(super) fn number(&mut self) -> Result<Event, Syntax> {
        let start = self.at;
        if self.bytes.get(self.at) == Some(&b'-') {
            self.at += 1;
            if self.bytes.get(self.at) == Some(&b'I') {
                return self.non_finite(b"Infinity");
            }
        }
        let integer = self.digits()?;
        if integer > 1 && self.bytes.get(self.at - integer) == Some(&b'0') {
            return Err(Syntax { at: start, truncated: false });
        }
        let mut plain = true;
        let mut powered = false;
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits()?;
            plain = false;
        }
        if matches!(self.bytes.get(self.at), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.bytes.get(self.at), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
            plain = false;
            powered = true;
        }
        let span = Span { start, end: self.at };
        if powered || integer > 18 {
            self.judge_size(span, plain);
        }
        Ok(Event::Number(span))
    }

    /// Notes numbers that the usual types cannot hold; their digits stay as they are.
    fn judge_size(&mut self, span: Span, plain: bool) {
        let digits = self.bytes.get(span.start..span.end).and_then(|digits| std::str::from_utf8(digits).ok());
        let Some(digits) = digits else { return };
        if digits.parse::<f64>().is_ok_and(f64::is_infinite) {
            self.quirks.note(Quirk::BeyondF64, span.start);
        } else if plain && digits.parse::<u64>().is_err() && digits.parse::<i64>().is_err() {
            self.quirks.note(Quirk::BeyondU64, span.start);
        }
    }

    fn digits(&mut self) -> Result<usize, Syntax> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        match count {
            0 if self.at == self.bytes.len() => Err(self.truncated()),
            0 => Err(self.unexpected()),
            _ => Ok(count),
        }
    }

    #[inline]
    pub(super) fn string(&mut self) -> Result<Quoted, Syntax> {
        let start = self.at + 1;
        let mut at = start;
        loop {
            at = next_special(self.bytes, at);
            match self.bytes.get(at) {
                None => {
                    self.at = at;
                    return Err(self.truncated());
                }
                Some(b'"') => break,
                Some(b'\\') => {
                    at = self.escape(at);
                }
                Some(_) => {
                    self.quirks.note(Quirk::ControlCharacter, at);
                    at += 1;
                }
            }
        }
        self.at = at + 1;
        Ok(Quoted { span: Span { start, end: at } })
    }

    /// The offset behind the escape at `at`.
    #[inline]
    fn escape(&mut self, at: usize) -> usize {
        let letter = self.bytes.get(at + 1).copied().unwrap_or_default();
        if ESCAPES.get(usize::from(letter)).is_some_and(|plain| *plain != 0) { at + 2 } else { self.rare_escape(at) }
    }

    fn rare_escape(&mut self, at: usize) -> usize {
        match self.bytes.get(at + 1) {
            Some(b'u') => match unicode_escape(self.bytes, at) {
                Unicode::Char(_, end) => end,
                Unicode::Lone(end) => {
                    self.quirks.note(Quirk::LoneSurrogate, at);
                    end
                }
                Unicode::Invalid => {
                    self.quirks.note(Quirk::InvalidEscape, at);
                    at + 2
                }
            },
            Some(_) => {
                self.quirks.note(Quirk::InvalidEscape, at);
                at + 1
            }
            None => at + 1,
        }
    }
}
