//! What Python's strings and numbers stand for: where a string ends, what its escapes are, and which numbers are JSON's too.

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

/// The text that a string with escapes stands for; what is no escape stays as it is written.
pub(super) fn text_of(inside: &str) -> String {
    let mut text = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        text.push_str(rest.get(..at).unwrap_or_default());
        let escape = rest.get(at + 1..).unwrap_or_default();
        let (char, length) = escaped(escape).unwrap_or(('\\', 0));
        text.push(char);
        rest = escape.get(length..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}

/// The bytes that a string of bytes with escapes stands for.
pub(super) fn bytes_of(inside: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(rest.as_bytes().get(..at).unwrap_or_default());
        let escape = rest.get(at + 1..).unwrap_or_default();
        let (byte, length) = escaped(escape)
            .and_then(|(char, length)| Some((u8::try_from(u32::from(char)).ok()?, length)))
            .unwrap_or((b'\\', 0));
        bytes.push(byte);
        rest = escape.get(length..).unwrap_or_default();
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// What an escape stands for, and how long it is behind the backslash.
fn escaped(escape: &str) -> Option<(char, usize)> {
    let hex = |digits: usize| {
        let number = u32::from_str_radix(escape.get(1..=digits)?, 16).ok()?;
        Some((char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER), digits + 1))
    };
    match escape.chars().next()? {
        'n' => Some(('\n', 1)),
        'r' => Some(('\r', 1)),
        't' => Some(('\t', 1)),
        '0' => Some(('\0', 1)),
        'a' => Some(('\u{7}', 1)),
        'b' => Some(('\u{8}', 1)),
        'f' => Some(('\u{c}', 1)),
        'v' => Some(('\u{b}', 1)),
        'x' => hex(2),
        'u' => hex(4),
        'U' => hex(8),
        sign @ ('\\' | '\'' | '"') => Some((sign, 1)),
        _ => None,
    }
}
