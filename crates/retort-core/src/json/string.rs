//! Strings between their two forms: escaped inside JSON, and as text.

use std::borrow::Cow;

use super::bytes::{Unicode, next_special, unicode_escape, zero_bytes};

/// The text that the inside of a JSON string stands for. Half a surrogate pair becomes U+FFFD, an unknown
/// escape stays as it is written.
pub(crate) fn unescape(inside: &str) -> Cow<'_, str> {
    let bytes = inside.as_bytes();
    let Some(first) = memchr::memchr(b'\\', bytes) else { return Cow::Borrowed(inside) };
    let mut text = Unescaped { bytes, at: 0, text: vec![0; bytes.len()], end: 0 };
    if let (Some(start), Some(plain)) = (text.text.get_mut(..first), bytes.get(..first)) {
        start.copy_from_slice(plain);
        (text.at, text.end) = (first, first);
    }
    while text.at < bytes.len() {
        text.unescape_one();
        text.copy_plain();
    }
    text.text.truncate(text.end);
    // Whole characters were copied and whole characters were put in: there is nothing to replace.
    let text = String::from_utf8(text.text);
    Cow::Owned(text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// What is unescaped so far. No escape is shorter than what it stands for, so that there is room for all from the start,
/// and bytes can be written eight at a time without asking how many of them are meant.
struct Unescaped<'a> {
    bytes: &'a [u8],
    /// How far the bytes were read.
    at: usize,
    text: Vec<u8>,
    /// How much of the text is written.
    end: usize,
}

impl Unescaped<'_> {
    /// Copies up to the next backslash, eight bytes at a time: escapes stand close together in JSON inside JSON,
    /// where a search would cost more than it saves.
    #[inline]
    fn copy_plain(&mut self) {
        while let Some(chunk) = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<8>())
            && let Some(room) = self.text.get_mut(self.end..).and_then(|rest| rest.first_chunk_mut::<8>())
        {
            *room = *chunk;
            let found = zero_bytes(u64::from_le_bytes(*chunk) ^ u64::from_ne_bytes([b'\\'; 8]));
            let plain = if found == 0 { 8 } else { (found.trailing_zeros() / 8) as usize };
            self.at += plain;
            self.end += plain;
            if found != 0 {
                return;
            }
        }
        while let Some(&byte) = self.bytes.get(self.at)
            && byte != b'\\'
        {
            self.put(byte);
            self.at += 1;
        }
    }

    /// Puts in what the escape here stands for.
    #[inline]
    fn unescape_one(&mut self) {
        let letter = self.bytes.get(self.at + 1).copied().unwrap_or_default();
        let plain = ESCAPES.get(usize::from(letter)).copied().unwrap_or_default();
        if plain != 0 {
            self.put(plain);
            self.at += 2;
            return;
        }
        let (char, behind) = match unicode_escape(self.bytes, self.at) {
            Unicode::Char(char, behind) => (char, behind),
            Unicode::Lone(behind) => (char::REPLACEMENT_CHARACTER, behind),
            Unicode::Invalid => ('\\', self.at + 1),
        };
        for byte in char.encode_utf8(&mut [0; 4]).bytes() {
            self.put(byte);
        }
        self.at = behind;
    }

    #[inline]
    fn put(&mut self, byte: u8) {
        if let Some(place) = self.text.get_mut(self.end) {
            *place = byte;
        }
        self.end += 1;
    }
}

/// Where in the inside of a JSON string the byte at an offset of its text is written: the start of its escape, where it has
/// one.
pub(super) fn escaped_offset(inside: &str, offset: usize) -> usize {
    let bytes = inside.as_bytes();
    let (mut at, mut end) = (0, 0);
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let plain = memchr::memchr(b'\\', rest).unwrap_or(rest.len());
        if offset <= end + plain || plain == rest.len() {
            return at + (offset - end).min(plain);
        }
        at += plain;
        end += plain;
        let letter = bytes.get(at + 1).copied().unwrap_or_default();
        let (behind, length) = match ESCAPES.get(usize::from(letter)) {
            Some(0) | None => match unicode_escape(bytes, at) {
                Unicode::Char(char, behind) => (behind, char.len_utf8()),
                Unicode::Lone(behind) => (behind, char::REPLACEMENT_CHARACTER.len_utf8()),
                Unicode::Invalid => (at + 1, 1),
            },
            Some(_) => (at + 2, 1),
        };
        if offset < end + length {
            return at;
        }
        at = behind;
        end += length;
    }
}

/// What the letter behind a backslash stands for; zero where that takes more than a look. A table, because escapes come
/// in an order that no branch predictor knows.
pub(super) const ESCAPES: [u8; 256] = {
    let mut escapes = [0; 256];
    escapes[b'"' as usize] = b'"';
    escapes[b'\\' as usize] = b'\\';
    escapes[b'/' as usize] = b'/';
    escapes[b'b' as usize] = 8;
    escapes[b'f' as usize] = 12;
    escapes[b'n' as usize] = b'\n';
    escapes[b'r' as usize] = b'\r';
    escapes[b't' as usize] = b'\t';
    escapes
};

/// `text` as a JSON string with its quotes.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    push_quoted(text, &mut quoted);
    quoted
}

/// Appends `text` as a JSON string with its quotes.
pub(crate) fn push_quoted(text: &str, quoted: &mut String) {
    quoted.push('"');
    let bytes = text.as_bytes();
    let mut copied = 0;
    loop {
        let at = next_special(bytes, copied);
        quoted.push_str(text.get(copied..at).unwrap_or_default());
        let Some(&byte) = bytes.get(at) else { break };
        match byte {
            b'"' => quoted.push_str("\\\""),
            b'\\' => quoted.push_str("\\\\"),
            b'\n' => quoted.push_str("\\n"),
            b'\r' => quoted.push_str("\\r"),
            b'\t' => quoted.push_str("\\t"),
            0x08 => quoted.push_str("\\b"),
            0x0c => quoted.push_str("\\f"),
            control => {
                quoted.push_str("\\u00");
                for nibble in [control >> 4, control & 15] {
                    quoted.push(char::from_digit(u32::from(nibble), 16).unwrap_or('0'));
                }
            }
        }
        copied = at + 1;
    }
    quoted.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_become_text() {
        assert_eq!(unescape(r#"a\n\"b\"\\\/\t\u00e9\ud83d\ude00"#), "a\n\"b\"\\/\té😀");
    }

    #[test]
    fn what_is_no_escape_stays() {
        assert_eq!(unescape(r"\x41 \u12 \u00zz end\"), r"\x41 \u12 \u00zz end\");
        assert_eq!(unescape(r"\ud800 x \udc00\ud800"), "\u{fffd} x \u{fffd}\u{fffd}");
    }

    #[test]
    fn every_character_of_a_text_is_found_where_it_is_written() {
        for inside in [r#"a\n\"b\"\\\/\t\u00e9\ud83d\ude00 é😀 \ud800 \x \u12 end"#, "", "plain é", r"\n", r"x\"] {
            let text = unescape(inside);
            for (offset, char) in text.char_indices() {
                let start = escaped_offset(inside, offset);
                let end = escaped_offset(inside, offset + char.len_utf8());
                assert_eq!(unescape(&inside[start..end]), char.to_string(), "{inside} at {offset}");
            }
            assert_eq!(escaped_offset(inside, text.len()), inside.len());
            assert_eq!(escaped_offset(inside, text.len() + 100), inside.len());
        }
    }

    #[test]
    fn quoting_is_undone_by_unescaping() {
        let text = "tab\t nul\0 bell\u{7} quote\" back\\ é 😀\r\n";
        let quoted = quote(text);
        assert_eq!(unescape(&quoted[1..quoted.len() - 1]), text);
        assert_eq!(serde_json::from_str::<String>(&quoted).unwrap(), text);
    }
}
