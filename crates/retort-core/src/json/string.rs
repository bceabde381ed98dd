//! Strings between their two forms: escaped inside JSON, and as text.

use std::borrow::Cow;

use super::bytes::{Unicode, next_special, unicode_escape, zero_bytes};

/// The text that the inside of a JSON string stands for. Half a surrogate pair becomes U+FFFD, an unknown
/// escape stays as it is written.
pub(crate) fn unescape(inside: &str) -> Cow<'_, str> {
    let bytes = inside.as_bytes();
    let Some(first) = memchr::memchr(b'\\', bytes) else { return Cow::Borrowed(inside) };
    let mut text = Vec::with_capacity(bytes.len());
    text.extend_from_slice(bytes.get(..first).unwrap_or_default());
    let mut at = first;
    while at < bytes.len() {
        at = unescape_one(bytes, at, &mut text);
        at = copy_plain(bytes, at, &mut text);
    }
    // Whole characters were copied and whole characters were put in: there is nothing to replace.
    Cow::Owned(String::from_utf8(text).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Copies up to the next backslash, eight bytes at a time: escapes stand close together in JSON inside JSON,
/// where a search would cost more than it saves. Gives the offset of the backslash.
#[inline]
fn copy_plain(bytes: &[u8], mut at: usize, text: &mut Vec<u8>) -> usize {
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let found = zero_bytes(u64::from_le_bytes(*chunk) ^ u64::from_ne_bytes([b'\\'; 8]));
        if found != 0 {
            let plain = (found.trailing_zeros() / 8) as usize;
            text.extend_from_slice(chunk.get(..plain).unwrap_or_default());
            return at + plain;
        }
        text.extend_from_slice(chunk);
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    let plain = rest.iter().position(|&byte| byte == b'\\').unwrap_or(rest.len());
    text.extend_from_slice(rest.get(..plain).unwrap_or_default());
    at + plain
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

/// Puts in what the escape at `at` stands for; gives the offset behind it.
#[inline]
fn unescape_one(bytes: &[u8], at: usize, text: &mut Vec<u8>) -> usize {
    let letter = bytes.get(at + 1).copied().unwrap_or_default();
    let plain = ESCAPES.get(usize::from(letter)).copied().unwrap_or_default();
    if plain != 0 {
        text.push(plain);
        return at + 2;
    }
    match unicode_escape(bytes, at) {
        Unicode::Char(char, end) => put_char(text, char, end),
        Unicode::Lone(end) => put_char(text, char::REPLACEMENT_CHARACTER, end),
        Unicode::Invalid => put_char(text, '\\', at + 1),
    }
}

fn put_char(text: &mut Vec<u8>, char: char, end: usize) -> usize {
    text.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
    end
}

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
    fn quoting_is_undone_by_unescaping() {
        let text = "tab\t nul\0 bell\u{7} quote\" back\\ é 😀\r\n";
        let quoted = quote(text);
        assert_eq!(unescape(&quoted[1..quoted.len() - 1]), text);
        assert_eq!(serde_json::from_str::<String>(&quoted).unwrap(), text);
    }
}
