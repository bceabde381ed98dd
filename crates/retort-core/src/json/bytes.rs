//! Looking at bytes, eight at a time where that pays: what every pass over a text does most.

/// The offset of the next byte at or after `at` that is no blank, tab or line feed. Indentation goes eight at a time.
#[inline]
pub(super) fn behind_blanks(bytes: &[u8], mut at: usize) -> usize {
    loop {
        if let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
            let others = u64::from_le_bytes(*chunk) ^ u64::from_ne_bytes([b' '; 8]);
            at += if others == 0 { 8 } else { (others.trailing_zeros() / 8) as usize };
        }
        match bytes.get(at) {
            Some(b' ' | b'\n' | b'\t') => at += 1,
            _ => return at,
        }
    }
}

/// The offset of the next quote, backslash or control character at or after `at`, eight bytes at a time.
#[inline]
pub(super) fn next_special(bytes: &[u8], mut at: usize) -> usize {
    let of = |byte: u8| u64::from_ne_bytes([byte; 8]);
    while let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let word = u64::from_le_bytes(*chunk);
        let control = word.wrapping_sub(of(0x20)) & !word & of(0x80);
        let found = zero_bytes(word ^ of(b'"')) | zero_bytes(word ^ of(b'\\')) | control;
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)).unwrap_or(rest.len())
}

/// The offset of the next line end at or after `at`, or of the end. Lines of indented JSON are short: a search of the whole
/// text would cost more to begin than it saves.
#[inline]
pub(super) fn line_end(bytes: &[u8], mut at: usize) -> usize {
    const SHORT: usize = 64;
    let far = at + SHORT;
    while at < far
        && let Some(chunk) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>())
    {
        let found = zero_bytes(u64::from_le_bytes(*chunk) ^ u64::from_ne_bytes([b'\n'; 8]));
        if found != 0 {
            return at + (found.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    at + memchr::memchr(b'\n', rest).unwrap_or(rest.len())
}

/// What a `\u` escape stands for.
pub(super) enum Unicode {
    /// A character, and the offset behind its escape or pair of escapes.
    Char(char, usize),
    /// Half of a surrogate pair, and the offset behind it.
    Lone(usize),
    /// No four hexadecimal digits follow.
    Invalid,
}

/// Reads the escape whose backslash is at `at`.
pub(super) fn unicode_escape(bytes: &[u8], at: usize) -> Unicode {
    let unit = |at: usize| {
        let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |unit, &digit| Some(unit << 4 | char::from(digit).to_digit(16)?))
    };
    let Some(first) = unit(at) else { return Unicode::Invalid };
    if let Some(char) = char::from_u32(first) {
        return Unicode::Char(char, at + 6);
    }
    match unit(at + 6) {
        Some(second @ 0xDC00..0xE000) if first < 0xDC00 => {
            let code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
            char::from_u32(code).map_or(Unicode::Lone(at + 6), |char| Unicode::Char(char, at + 12))
        }
        _ => Unicode::Lone(at + 6),
    }
}

/// The high bit of every byte of `word` that is zero, and perhaps of bytes above the lowest such one.
#[inline]
pub(super) fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(0x0101_0101_0101_0101) & !word & 0x8080_8080_8080_8080
}
