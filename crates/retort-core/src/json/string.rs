//! Strings between their two forms: escaped inside JSON, and as text.

use std::borrow::Cow;

use super::lex::{Unicode, unicode_escape};

/// The text that the inside of a JSON string stands for. Half a surrogate pair becomes U+FFFD, an unknown
/// escape stays as it is written.
pub(crate) fn unescape(inside: &str) -> Cow<'_, str> {
    let bytes = inside.as_bytes();
    let Some(first) = memchr::memchr(b'\\', bytes) else { return Cow::Borrowed(inside) };
    let mut text = String::with_capacity(inside.len());
    let mut copied = 0;
    let mut at = first;
    while at < bytes.len() {
        text.push_str(inside.get(copied..at).unwrap_or_default());
        copied = match bytes.get(at + 1) {
            Some(b'n') => push(&mut text, '\n', at),
            Some(b'"') => push(&mut text, '"', at),
            Some(b'\\') => push(&mut text, '\\', at),
            Some(b'/') => push(&mut text, '/', at),
            Some(b't') => push(&mut text, '\t', at),
            Some(b'r') => push(&mut text, '\r', at),
            Some(b'b') => push(&mut text, '\u{8}', at),
            Some(b'f') => push(&mut text, '\u{c}', at),
            Some(b'u') => match unicode_escape(bytes, at) {
                Unicode::Char(char, end) => {
                    text.push(char);
                    end
                }
                Unicode::Lone(end) => {
                    text.push(char::REPLACEMENT_CHARACTER);
                    end
                }
                Unicode::Invalid => push(&mut text, '\\', at) - 1,
            },
            _ => push(&mut text, '\\', at) - 1,
        };
        // Escapes stand close together in JSON inside JSON: looking at a few bytes by hand beats a search.
        at = match bytes.get(copied..).unwrap_or_default().iter().take(12).position(|&byte| byte == b'\\') {
            Some(near) => copied + near,
            None => {
                let from = (copied + 12).min(bytes.len());
                let rest = bytes.get(from..).unwrap_or_default();
                memchr::memchr(b'\\', rest).map_or(bytes.len(), |far| from + far)
            }
        };
    }
    text.push_str(inside.get(copied..).unwrap_or_default());
    Cow::Owned(text)
}

fn push(text: &mut String, char: char, at: usize) -> usize {
    text.push(char);
    at + 2
}

/// `text` as a JSON string with its quotes.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    let mut copied = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0x08 => "\\b",
            0x0c => "\\f",
            0..0x20 => "\\u00",
            _ => continue,
        };
        quoted.push_str(text.get(copied..at).unwrap_or_default());
        quoted.push_str(escape);
        if escape.len() > 2 {
            for nibble in [byte >> 4, byte & 15] {
                quoted.push(char::from_digit(u32::from(nibble), 16).unwrap_or('0'));
            }
        }
        copied = at + 1;
    }
    quoted.push_str(text.get(copied..).unwrap_or_default());
    quoted.push('"');
    quoted
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
