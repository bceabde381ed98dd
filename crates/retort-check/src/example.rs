//! Examples as people read them, and the bytes that they stand for: what a text cannot hold or a page cannot show is
//! written between angle quotes, as in `‹EF BB BF›`.

/// What stands before an example that is sent in UTF-16.
const UTF_16: &str = "‹UTF-16›";

/// The bytes of an example.
pub(crate) fn bytes_of(example: &str) -> Vec<u8> {
    if let Some(text) = example.strip_prefix(UTF_16) {
        return text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    }
    let mut bytes = Vec::with_capacity(example.len());
    let mut rest = example;
    while let Some((before, after)) = rest.split_once('‹') {
        bytes.extend_from_slice(before.as_bytes());
        if let Some((hex, behind)) = after.split_once('›')
            && let Some(named) = from_hex(hex)
        {
            bytes.extend(named);
            rest = behind;
        } else {
            bytes.extend_from_slice("‹".as_bytes());
            rest = after;
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// The bytes that pairs of digits name.
fn from_hex(pairs: &str) -> Option<Vec<u8>> {
    pairs.split(' ').map(|pair| u8::from_str_radix(pair, 16).ok().filter(|_| pair.len() == 2)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_cannot_be_shown_are_named() {
        assert_eq!(bytes_of("‹EF BB BF›caf‹E9›"), b"\xef\xbb\xbfcaf\xe9");
        assert_eq!(bytes_of("‹UTF-16›hi"), b"h\0i\0");
        assert_eq!(bytes_of("‹quoted› and ‹open"), "‹quoted› and ‹open".as_bytes());
    }
}
