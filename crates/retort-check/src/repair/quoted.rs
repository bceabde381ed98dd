//! Edits of the text that a JSON string stands for, as edits of the string: what is replaced is found behind its escapes,
//! and what takes its place is escaped. The rest of the string keeps its spelling.

use retort_core::Raw;

use super::edits::{Edit, string};

/// The edits of the message that edits of a string's text amount to. They must be in order.
pub(super) fn outside(value: &Raw, edits: &[Edit]) -> Vec<Edit> {
    let start = value.range().start + 1;
    let inside = value.as_str().strip_prefix('"').and_then(|inside| inside.strip_suffix('"')).unwrap_or_default();
    let mut offsets = Offsets { inside: inside.as_bytes(), at: 0, told: 0 };
    let mut moved = Vec::with_capacity(edits.len());
    for edit in edits {
        let (Some(from), Some(to)) = (offsets.of(edit.range.start), offsets.of(edit.range.end)) else {
            // A place inside an escape has no offset of its own: the string is then written anew.
            let changed = super::edits::splice(&value.to_text().unwrap_or_default(), edits);
            return vec![Edit::new(value.range(), string(&changed))];
        };
        let escaped = string(&edit.text);
        let escaped = escaped.get(1..escaped.len().saturating_sub(1)).unwrap_or_default();
        moved.push(Edit::new(start + from..start + to, escaped));
    }
    moved
}

/// Follows a string and the text that it stands for side by side.
struct Offsets<'a> {
    inside: &'a [u8],
    /// Where it is in the string.
    at: usize,
    /// Where that is in the text.
    told: usize,
}

impl Offsets<'_> {
    /// Where in the string the text has reached an offset; `None` where that is inside a character.
    fn of(&mut self, offset: usize) -> Option<usize> {
        while self.told < offset {
            let rest = self.inside.get(self.at..)?;
            let plain = memchr::memchr(b'\\', rest).unwrap_or(rest.len());
            if self.told + plain >= offset {
                self.at += offset - self.told;
                self.told = offset;
                break;
            }
            self.at += plain;
            self.told += plain;
            let (length, told) = Escape::of(self.inside.get(self.at..)?).lengths();
            self.at += length;
            self.told += told;
        }
        (self.told == offset).then_some(self.at)
    }
}

/// What a backslash begins.
pub(super) enum Escape {
    /// An escape: how many bytes it has, and how many the character has that it stands for.
    Known(usize, usize),
    /// Half a surrogate pair, which is read as U+FFFD.
    Lone,
    /// Nothing: the backslash stands for itself.
    Unknown,
}

/// Half a surrogate pair has so many bytes, and U+FFFD in its place so many.
pub(super) const LONE: (usize, usize) = (6, char::REPLACEMENT_CHARACTER.len_utf8());

impl Escape {
    /// What begins with the first of some bytes, which is a backslash.
    pub(super) fn of(from: &[u8]) -> Self {
        let unit = |at: usize| {
            let digits = from.get(at..at + 6)?.strip_prefix(b"\\u")?;
            digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | char::from(*digit).to_digit(16)?))
        };
        match from.get(1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Self::Known(2, 1),
            Some(b'u') => match unit(0) {
                // A pair stands for a character beyond the first 65,536, which has four bytes.
                Some(0xd800..=0xdbff) if matches!(unit(6), Some(0xdc00..=0xdfff)) => Self::Known(12, 4),
                Some(code) => char::from_u32(code).map_or(Self::Lone, |char| Self::Known(6, char.len_utf8())),
                None => Self::Unknown,
            },
            _ => Self::Unknown,
        }
    }

    /// How many bytes it has, and how many what it stands for.
    fn lengths(&self) -> (usize, usize) {
        match self {
            Self::Known(length, told) => (*length, *told),
            Self::Lone => LONE,
            Self::Unknown => (1, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::edits::splice;
    use super::*;

    /// The string with edits of its text made.
    fn edited(json: &str, edits: &[Edit]) -> String {
        splice(json, &outside(&Raw::parse(json).unwrap(), edits))
    }

    #[test]
    fn escapes_before_and_behind_a_place_stay_as_they_are() {
        let json = r#" "\u00e9\n\ud83d\ude00 x, \/é\q\ud800y" "#;
        let text = Raw::parse(json).unwrap().to_text().unwrap().into_owned();
        let at = text.find(',').unwrap();
        let changed = edited(json, &[Edit::new(at..at + 1, "\"")]);
        assert_eq!(changed, r#" "\u00e9\n\ud83d\ude00 x\" \/é\q\ud800y" "#);
        let at = text.find('y').unwrap();
        assert_eq!(edited(json, &[Edit::new(at..at, "\n")]), r#" "\u00e9\n\ud83d\ude00 x, \/é\q\ud800\ny" "#);
    }

    proptest! {
        #![proptest_config(trials::cases(256))]

        #[test]
        fn a_string_is_edited_as_its_text_is(
            pieces in prop::collection::vec(prop::sample::select(vec![
                "a", "é", "😀", "\\n", "\\u0041", "\\u00e9", "\\ud83d\\ude00", "\\\\", "\\\"", "\\/", " ",
            ]), 0..24),
            from in 0..24_usize, length in 0..4_usize, put in "[a\"\\\\\n😀]{0,3}",
        ) {
            let json = format!("\"{}\"", pieces.concat());
            let Some(value) = Raw::parse(json.as_str()) else { return Ok(()) };
            let text = value.to_text().unwrap().into_owned();
            let bounds: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let (one, two) = (bounds[from % bounds.len()], bounds[(from + length) % bounds.len()]);
            let (from, to) = (one.min(two), one.max(two));
            let edits = [Edit::new(from..to, put)];
            let wanted = splice(&text, &edits);
            let changed = edited(&json, &edits);
            let read = Raw::parse(changed.as_str()).unwrap();
            prop_assert_eq!(read.to_text().unwrap(), wanted);
        }
    }
}
