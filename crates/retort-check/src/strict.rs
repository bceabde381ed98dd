//! JSON as every parser takes it, without what the reader reads past: clients hand the text of a result to one.

use serde::de::IgnoredAny;

use crate::call::Call;

/// Why a text is not one JSON value as the standard has it, and the byte where that shows; `None` where it is.
pub(crate) fn fault(text: &str) -> Option<(usize, String)> {
    if text.starts_with('\u{feff}') {
        return Some((0, "a byte order mark stands before it".to_owned()));
    }
    let error = serde_json::from_str::<IgnoredAny>(text).err()?;
    // Lines and columns count from 1, columns in bytes.
    let line_start = match error.line().checked_sub(2) {
        Some(line) => memchr::memchr_iter(b'\n', text.as_bytes()).nth(line).map_or(0, |end| end + 1),
        None => 0,
    };
    let at = text.floor_char_boundary((line_start + error.column().saturating_sub(1)).min(text.len()));
    let told = error.to_string();
    let why = told.rsplit_once(" at line ").map_or(told.as_str(), |(why, _)| why);
    Some((at, why.to_owned()))
}

/// Whether a text is meant as an object or an array: whoever wrote it knew brackets, keys and commas, if not the quotes.
/// Comments, single quotes, words without quotes and commas too many are all understood.
pub(crate) fn is_meant_as_json(text: &str) -> bool {
    Loose { rest: text.trim_start_matches('\u{feff}') }.reads_as_container()
}

/// Whether the texts of a call are JSON in a dress that another rule tells of: a fence, or numbers that are none.
pub(crate) fn is_told_otherwise(call: &Call<'_>) -> bool {
    use retort_core::OddityKind::{JsonInFence, NonFiniteNumber};
    let oddities = &call.envelope().metadata.oddities;
    oddities.iter().any(|oddity| matches!(oddity.kind, JsonInFence | NonFiniteNumber))
}

/// What is left of a text that is read loosely.
struct Loose<'a> {
    rest: &'a str,
}

/// What a loose reading meets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Open(u8),
    Close(u8),
    Colon,
    Comma,
    /// A string, a number or a word.
    Value,
    /// Anything that no data has.
    Other,
}

impl Loose<'_> {
    /// Whether the whole is one container, in which values, commas and colons take turns.
    fn reads_as_container(mut self) -> bool {
        let Some(Piece::Open(first)) = self.next() else { return false };
        let mut open = vec![first];
        let mut last = Piece::Open(first);
        let mut pairs = 0;
        while let Some(bracket) = open.last().copied() {
            let Some(piece) = self.next() else { return false };
            let after_value = matches!(last, Piece::Value | Piece::Close(_));
            let fits = match piece {
                Piece::Value => !after_value,
                Piece::Open(_) => !after_value && (bracket == b'[' || last == Piece::Colon),
                Piece::Colon => {
                    pairs += 1;
                    bracket == b'{' && last == Piece::Value
                }
                Piece::Comma => after_value,
                Piece::Close(close) => close == bracket && last != Piece::Colon,
                Piece::Other => false,
            };
            if !fits {
                return false;
            }
            match piece {
                Piece::Open(bracket) => open.push(bracket),
                Piece::Close(_) => drop(open.pop()),
                _ => {}
            }
            last = piece;
        }
        // `[1]` and `{name}` stand in prose and templates too.
        (pairs > 0 || first == b'[') && self.next().is_none()
    }

    fn next(&mut self) -> Option<Piece> {
        loop {
            self.rest = self.rest.trim_start();
            if let Some(comment) = self.rest.strip_prefix("//") {
                self.rest = comment.split_once('\n').map_or("", |(_, rest)| rest);
            } else if let Some(comment) = self.rest.strip_prefix("/*") {
                self.rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
            } else {
                break;
            }
        }
        let first = self.rest.chars().next()?;
        let (piece, length) = match first {
            '{' => (Piece::Open(b'{'), 1),
            '[' => (Piece::Open(b'['), 1),
            '}' => (Piece::Close(b'{'), 1),
            ']' => (Piece::Close(b'['), 1),
            ':' => (Piece::Colon, 1),
            ',' => (Piece::Comma, 1),
            '"' | '\'' => match self.string(first) {
                Some(length) => (Piece::Value, length),
                None => (Piece::Other, self.rest.len()),
            },
            first => {
                let is_part = |char: char| char.is_alphanumeric() || matches!(char, '_' | '$' | '.' | '+' | '-');
                let length = self.rest.find(|char| !is_part(char)).unwrap_or(self.rest.len());
                if length > 0 { (Piece::Value, length) } else { (Piece::Other, first.len_utf8()) }
            }
        };
        self.rest = self.rest.get(length..).unwrap_or_default();
        Some(piece)
    }

    /// How long the string is that stands here, with its quotes.
    fn string(&self, quote: char) -> Option<usize> {
        let mut escaped = false;
        self.rest.char_indices().skip(1).find_map(|(at, char)| {
            let ends = char == quote && !escaped;
            escaped = char == '\\' && !escaped;
            ends.then_some(at + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_every_parser_takes_is_without_fault() {
        for text in ["{}", " [1, 2.5e3, \"x\\u00e9\"] \n", "null", "\"\\ud800\"", "{\"a\": {\"b\": []}}"] {
            assert_eq!(fault(text), None, "{text}");
        }
        for text in [
            "",
            "{\"a\": 1,}",
            "{\"a\": \"x\ty\"}",
            "\u{feff}{}",
            "{\"a\": \"\\x41\"}",
            "{} {}",
            "{}\n{}",
            "{\"a\": NaN}",
            "{'a': 1}",
            "{} // c",
            "{a: 1}",
            "{\"a\": 01}",
            "\u{a0}{}",
            "{}\0",
            "[1 2]",
            "{\"a\": 1",
            "True",
        ] {
            assert!(fault(text).is_some(), "{text}");
        }
        assert_eq!(fault("{\n\"a\": 1,\n}").map(|(at, _)| at), Some(10));
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert_eq!(fault(&deep), None);
    }

    #[test]
    fn what_is_meant_as_json_shows_by_its_brackets() {
        for text in [
            "{'a':1}",
            "{a: 1}",
            "[1, 2,]",
            "/* x */ {\"a\": 1}",
            "{\"a\": True}",
            "[{name: 'x', // c\n n: [1,],}]",
            "\u{feff}{\"a\":1}",
            "{\"a\": \"x\ty\"}",
            "[]",
        ] {
            assert!(is_meant_as_json(text), "{text}");
        }
        for text in [
            "[INFO] started",
            "{name}",
            "{}",
            "[see](https://example.com)",
            "a {b: 1}",
            "{ color: red; }",
            "{{a}}",
            "[1] first\n[2]",
            "{\"a\": 1",
            "{\"a\" 1}",
            "{\"a\": 1} and more",
            "[x] done",
            "",
        ] {
            assert!(!is_meant_as_json(text), "{text}");
        }
    }
}
