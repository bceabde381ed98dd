//! From bytes to text: byte order marks, UTF-16, and bytes that are no UTF-8 at all.

use crate::oddity::{Oddity, OddityKind};

/// How many runs of wrong bytes are listed.
const LISTED: usize = 8;

/// The text that the bytes stand for. Valid UTF-8 is not copied.
pub(super) fn decode(bytes: Vec<u8>, oddities: &mut Vec<Oddity>) -> String {
    match bytes.get(..2) {
        Some([0xFF, 0xFE]) => return decode_utf16(&bytes, u16::from_le_bytes, oddities),
        Some([0xFE, 0xFF]) => return decode_utf16(&bytes, u16::from_be_bytes, oddities),
        _ => {}
    }
    match String::from_utf8(bytes) {
        Ok(mut text) => {
            if text.starts_with('\u{feff}') {
                oddities.push(Oddity::new(OddityKind::ByteOrderMark, "", "U+FEFF"));
                text.drain(..'\u{feff}'.len_utf8());
            }
            text
        }
        Err(error) => {
            let bytes = error.into_bytes();
            let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
            replace_wrong_bytes(bytes, oddities)
        }
    }
}

fn replace_wrong_bytes(bytes: &[u8], oddities: &mut Vec<Oddity>) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut runs = 0;
    let mut at = 0;
    let mut last = None;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        at += chunk.valid().len();
        if chunk.invalid().is_empty() {
            continue;
        }
        text.push(char::REPLACEMENT_CHARACTER);
        runs += 1;
        if runs <= LISTED {
            let hex: Vec<String> = chunk.invalid().iter().map(|byte| format!("{byte:02x}")).collect();
            let value = format!("{} at byte {at}", hex.join(" "));
            last = Some(oddities.len());
            oddities.push(Oddity::new(OddityKind::InvalidUtf8, "", &value));
        }
        at += chunk.invalid().len();
    }
    if let Some(oddity) = last.and_then(|last| oddities.get_mut(last)) {
        oddity.times += u32::try_from(runs.saturating_sub(LISTED)).unwrap_or(u32::MAX - 1);
    }
    text
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16, oddities: &mut Vec<Oddity>) -> String {
    oddities.push(Oddity::new(OddityKind::Utf16, "", "a UTF-16 byte order mark"));
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().skip(1).map(|pair| unit(*pair));
    let mut text: String = char::decode_utf16(units).map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    if let [byte] = rest {
        oddities.push(Oddity::new(OddityKind::InvalidUtf8, "", &format!("{byte:02x} at the end")));
        text.push(char::REPLACEMENT_CHARACTER);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (String, Vec<(&'static str, String)>) {
        let mut oddities = Vec::new();
        let text = decode(bytes.to_vec(), &mut oddities);
        (text, oddities.into_iter().map(|oddity| (oddity.kind.id(), oddity.value)).collect())
    }

    #[test]
    fn wrong_bytes_are_replaced_and_listed() {
        let (text, oddities) = decoded(b"caf\xe9 \xff!");
        assert_eq!(text, "caf\u{fffd} \u{fffd}!");
        assert_eq!(oddities, [("invalid-utf8", "e9 at byte 3".into()), ("invalid-utf8", "ff at byte 5".into())]);
    }

    #[test]
    fn a_byte_order_mark_is_taken_off() {
        assert_eq!(decoded("\u{feff}{}".as_bytes()), ("{}".into(), vec![("byte-order-mark", "U+FEFF".into())]));
    }

    #[test]
    fn utf_16_is_read() {
        let bytes: Vec<u8> = "\u{feff}hé".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decoded(&bytes).0, "hé");
    }
}
