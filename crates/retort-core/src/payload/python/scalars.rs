//! What Python's strings and numbers stand for: where a string ends, what its
//! escapes are, and which numbers are JSON's too.

use std::borrow::Cow;

/// Whether a number is written as JSON writes it.
pub(super) fn is_number(number: &str) -> bool {
    let unsigned = number.strip_prefix('-').unwrap_or(number);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && digits(fraction)
        && digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))
}

/// Where the string ends whose inside this is.
pub(super) fn end_of_string(inside: &[u8], mark: u8) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr::memchr3(mark, b'\\', b'\n', inside.get(at..)?)?;
        match inside.get(at)? {
            b'\\' => at += 2,
            b'\n' => return None,
            _ => return Some(at),
        }
    }
}

/// The text that a string stands for, where it is one: half a surrogate pair and bytes that are no UTF-8 have none, and two
/// of those must not become the same.
pub(super) fn string_of(inside: &str, is_bytes: bool) -> Option<Cow<'_, str>> {
    if !inside.contains('\\') {
        return Some(Cow::Borrowed(inside));
    }
    let mut bytes = Vec::with_capacity(inside.len());
    let mut rest = inside;
    while let Some((before, escape)) = rest.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        let length = match escaped(escape, is_bytes) {
            Some((number, length)) if is_bytes => {
                bytes.push(u8::try_from(number).ok()?);
                length
            }
            Some((number, length)) => {
                bytes.extend_from_slice(char::from_u32(number)?.encode_utf8(&mut [0; 4]).as_bytes());
                length
            }
            // What is no escape is what is written.
            None => {
                bytes.push(b'\\');
                0
            }
        };
        rest = escape.get(length..)?;
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

/// The number of the character or byte that an escape stands for, and how long it is behind the backslash.
fn escaped(escape: &str, is_bytes: bool) -> Option<(u32, usize)> {
    let digits = |from: usize, count: usize, radix: u32| {
        let digits = escape.get(from..from + count)?;
        let number =
            digits.chars().all(|char| char.is_digit(radix)).then(|| u32::from_str_radix(digits, radix).ok())??;
        Some((number, from + count))
    };
    match escape.chars().next()? {
        'n' => Some((0x0a, 1)),
        'r' => Some((0x0d, 1)),
        't' => Some((0x09, 1)),
        'a' => Some((0x07, 1)),
        'b' => Some((0x08, 1)),
        'f' => Some((0x0c, 1)),
        'v' => Some((0x0b, 1)),
        'x' => digits(1, 2, 16),
        'u' if !is_bytes => digits(1, 4, 16),
        'U' if !is_bytes => digits(1, 8, 16),
        '0'..='7' => {
            let count = escape.bytes().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
            // Of bytes, only the lower eight bits count.
            digits(0, count, 8).map(|(number, length)| (if is_bytes { number & 0xff } else { number }, length))
        }
        sign @ ('\\' | '\'' | '"') => Some((u32::from(sign), 1)),
        _ => None,
    }
}
