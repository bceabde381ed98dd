//! Items of a literal that hold no others: words, numbers, strings, and objects that have no literal.

use std::borrow::Cow;

use super::scalars::{end_of_string, is_number, string_of};
use super::{Kind, Reader, identifier};
use crate::json::push_quoted;

impl Reader<'_> {
    pub(super) fn scalar(&mut self) -> Option<()> {
        let rest = self.rest();
        match rest.as_bytes().first()? {
            b'\'' | b'"' => self.string(0)?,
            b'0'..=b'9' | b'-' | b'+' | b'.' => self.number()?,
            b'<' => self.object()?,
            _ => {
                let name = identifier(rest);
                let behind = rest.get(name.len()..)?;
                let is_prefix = name.len() <= 2 && name.bytes().all(|byte| b"bBuUrR".contains(&byte));
                if is_prefix && !name.is_empty() && behind.starts_with(['\'', '"']) {
                    self.string(name.len())?;
                } else if behind.starts_with('(') && !name.is_empty() {
                    let from = self.at;
                    self.at += name.len() + 1;
                    return self.begin(Kind::Call, from);
                } else {
                    self.word(name)?;
                }
            }
        }
        self.after_value()
    }

    fn word(&mut self, name: &str) -> Option<()> {
        let is_argument = self.open.last().is_some_and(|open| open.kind == Kind::Call);
        match name {
            "None" => self.out.push_str("null"),
            "True" => self.out.push_str("true"),
            "False" => self.out.push_str("false"),
            "nan" | "NaN" => self.out.push_str("\"NaN\""),
            "inf" | "Infinity" => self.out.push_str("\"Infinity\""),
            // `tzinfo=datetime.timezone.utc`
            name if is_argument && !name.is_empty() => push_quoted(name, &mut self.out),
            _ => return None,
        }
        self.at += name.len();
        Some(())
    }

    fn number(&mut self) -> Option<()> {
        let rest = self.rest();
        if let Some(name) = rest.strip_prefix('-').map(identifier).filter(|name| matches!(*name, "inf" | "Infinity")) {
            self.out.push_str("\"-Infinity\"");
            self.at += 1 + name.len();
            return Some(());
        }
        let is_part = |char: char| char.is_ascii_alphanumeric() || matches!(char, '.' | '_');
        let after_exponent =
            |at: usize| at > 0 && rest.as_bytes().get(at - 1).is_some_and(|e| matches!(e, b'e' | b'E'));
        let sign = usize::from(rest.starts_with(['-', '+']));
        let ends = |(at, char): &(usize, char)| {
            *at >= sign && !is_part(*char) && !(matches!(char, '+' | '-') && after_exponent(*at))
        };
        let end = rest.char_indices().find(ends).map_or(rest.len(), |(at, _)| at);
        let number = rest.get(..end)?;
        if !is_number(number) {
            return None;
        }
        self.out.push_str(number);
        self.at += end;
        Some(())
    }

    /// `<User 7>`: what has no literal, as the text that it is.
    fn object(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        let rest = self.rest();
        let end = rest.char_indices().take(1 << 12).find_map(|(at, char)| {
            match char {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            (depth == 0).then_some(at + 1)
        })?;
        push_quoted(rest.get(..end)?, &mut self.out);
        self.at += end;
        Some(())
    }

    /// A string behind so many letters of a prefix.
    fn string(&mut self, prefix: usize) -> Option<()> {
        let rest = self.rest();
        let is = |letters: [char; 2]| rest.get(..prefix).is_some_and(|prefix| prefix.contains(letters));
        let (is_bytes, is_raw) = (is(['b', 'B']), is(['r', 'R']));
        let inside = rest.get(prefix + 1..)?;
        let mark = rest.as_bytes().get(prefix)?;
        let end = end_of_string(inside.as_bytes(), *mark)?;
        let inside = inside.get(..end)?;
        let next = self.at + prefix + end + 2;
        let text = if is_raw { Some(Cow::Borrowed(inside)) } else { string_of(inside, is_bytes) };
        match text {
            Some(text) => push_quoted(&text, &mut self.out),
            None => self.splices.add_text(self.out.len()..self.out.len(), self.at..next),
        }
        self.at = next;
        Some(())
    }
}
