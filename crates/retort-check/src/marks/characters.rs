//! Characters that nobody sees, or that do something where text is shown. JSON may spell them as `\uXXXX`.

use super::{MarkKind, Scan};

/// The flag of a region, such as that of Scotland, has so many signs that nobody sees.
const FLAG_SIGNS: u32 = 8;
/// So many invisible characters in a row are no accident.
const RUN: u32 = 3;

impl Scan<'_, '_> {
    /// A character that stands in the text as it is.
    pub(super) fn character_at(&mut self, at: usize) {
        let Some(char) = self.text.get(at..).and_then(|rest| rest.chars().next()) else { return };
        self.character(char, at, at + char.len_utf8());
    }

    /// A character that JSON spells.
    pub(super) fn escape_at(&mut self, at: usize) {
        let slashes = self.up_to(at, 64).iter().rev().take_while(|byte| **byte == b'\\').count();
        if !self.is_json || slashes % 2 == 1 {
            return;
        }
        let unit = |at: usize| {
            let digits = self.bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
            digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | char::from(*digit).to_digit(16)?))
        };
        let Some(first) = unit(at) else { return };
        let (code, end) = match (first, unit(at + 6)) {
            (0xd800..0xdc00, Some(second @ 0xdc00..0xe000)) => {
                (0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00), at + 12)
            }
            _ => (first, at + 6),
        };
        let Some(char) = char::from_u32(code) else { return };
        if char > '\u{9f}' {
            self.mark(MarkKind::Escaped, at, "");
        }
        if char.is_control() || char > '\u{9f}' {
            self.character(char, at, end);
        }
    }

    fn character(&mut self, char: char, at: usize, end: usize) {
        match char {
            '\t' | '\n' | '\r' | '\u{c}' | '\u{85}' => {}
            '\u{1b}' | '\u{9b}' => self.sequence(char, at, end),
            char if char.is_control() => {
                self.mark(MarkKind::Control, at, format!("the control character U+{:04X}", char as u32));
            }
            '\u{202d}' | '\u{202e}' => {
                self.directions.0 += 1;
                self.turned = true;
                self.mark(MarkKind::Direction, at, format!("U+{:04X}, which turns the text around", char as u32));
            }
            '\u{202a}' | '\u{202b}' | '\u{2066}'..='\u{2068}' => {
                self.directions = (self.directions.0 + 1, at);
            }
            '\u{202c}' | '\u{2069}' => self.directions.0 -= 1,
            '\u{e0000}'..='\u{e007f}' => self.tag(at, end),
            '\u{e0100}'..='\u{e01ef}' if self.in_run(at, end) == RUN => {
                self.mark(MarkKind::Tag, at, "a row of variation selectors, which can spell a text");
            }
            '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}' => {
                self.invisible(char, at, end);
            }
            '\u{fffd}' => self.mark(MarkKind::Replacement, at, "U+FFFD"),
            _ => {}
        }
    }

    /// What follows the escape character.
    fn sequence(&mut self, char: char, at: usize, end: usize) {
        let start = if char == '\u{1b}' && self.byte(end) == b'[' { end + 1 } else { end };
        let digits = self.run_of(start, 32, |byte| byte.is_ascii_digit() || matches!(byte, b';' | b':'));
        if start > end && self.byte(start + digits) == b'm' {
            self.mark(MarkKind::Colour, at, "an escape sequence that sets colours");
        } else {
            self.mark(MarkKind::Escape, at, "an escape sequence that steers the terminal");
        }
    }

    /// How many invisible characters stand in a row up to this one.
    fn in_run(&mut self, at: usize, end: usize) -> u32 {
        let (last, count) = self.run;
        self.run = (end, if last == at { count.saturating_add(1) } else { 1 });
        self.run.1
    }

    fn invisible(&mut self, char: char, at: usize, end: usize) {
        let count = self.in_run(at, end);
        // Joiners belong to emoji and to many scripts, soft hyphens to long words, and a mark may open a text.
        let joins = matches!(char, '\u{ad}' | '\u{200c}' | '\u{200d}');
        let in_word = self.before(at).is_ascii_alphanumeric() && self.byte(end).is_ascii_alphanumeric();
        if count == RUN || count < RUN && in_word && !joins {
            let code = char as u32;
            self.mark(MarkKind::Invisible, at, format!("U+{code:04X}, which nobody sees"));
        }
    }

    fn tag(&mut self, at: usize, end: usize) {
        let (last, count) = self.flag;
        let opens = self.has_before(at, "🏴") || self.has_before(at, "\\ud83c\\udff4");
        self.flag = match (opens, last == at) {
            (true, _) => (end, 1),
            (false, true) => (end, count.saturating_add(1)),
            (false, false) => (usize::MAX, 0),
        };
        if !(1..=FLAG_SIGNS).contains(&self.flag.1) {
            self.mark(MarkKind::Tag, at, "a tag character, which spells a text that nobody sees");
        }
    }

    /// The text is at its end.
    pub(super) fn end(&mut self) {
        let (open, at) = self.directions;
        if open > 0 && !self.turned {
            self.mark(MarkKind::Direction, at, "a direction that is never closed");
        }
    }
}
