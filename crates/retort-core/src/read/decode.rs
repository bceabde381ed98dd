//! From bytes to text: byte order marks, UTF-16, and bytes that are no UTF-8 at all.

use crate::oddity::{Oddities, OddityKind};
use crate::pointer::Pointer;

/// The text that the bytes stand for. Valid UTF-8 is not copied.
pub(super) fn decode(bytes: Vec<u8>, oddities: &mut Oddities) -> String {
    match bytes.get(..2) {
        Some([0xFF, 0xFE]) => return decode_utf16(&bytes, u16::from_le_bytes, oddities),
        Some([0xFE, 0xFF]) => return decode_utf16(&bytes, u16::from_be_bytes, oddities),
        _ => {}
    }
    // Without a mark, a zero in every second byte tells: no JSON starts with NUL.
    match bytes.get(..4) {
        Some([1..=255, 0, 1..=255, 0]) => return decode_utf16(&bytes, u16::from_le_bytes, oddities),
        Some([0, 1..=255, 0, 1..=255]) => return decode_utf16(&bytes, u16::from_be_bytes, oddities),
        _ => {}
    }
    let mut text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => replace_wrong_bytes(error.as_bytes(), oddities),
    };
    if text.starts_with('\u{feff}') {
        oddities.note(OddityKind::ByteOrderMark, Pointer::root(), "U+FEFF");
        text.drain(..'\u{feff}'.len_utf8());
    }
    text
}

/// So many wrong bytes are replaced one by one. Beyond that it is no text, and a run of them becomes one sign: three bytes for
/// each would make three times its size of it.
const REPLACED_SINGLY: usize = 1 << 16;

fn replace_wrong_bytes(bytes: &[u8], oddities: &mut Oddities) -> String {
    let mut text = String::with_capacity(bytes.len());
    let (mut at, mut replaced) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            replaced += 1;
            if replaced <= REPLACED_SINGLY || !text.ends_with(char::REPLACEMENT_CHARACTER) {
                text.push(char::REPLACEMENT_CHARACTER);
            }
            let hex: Vec<String> = chunk.invalid().iter().map(|byte| format!("{byte:02x}")).collect();
            oddities.note(OddityKind::InvalidUtf8, Pointer::root(), &format!("{} at byte {at}", hex.join(" ")));
            at += chunk.invalid().len();
        }
    }
    text
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16, oddities: &mut Oddities) -> String {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut units = pairs.iter().map(|pair| unit(*pair)).peekable();
    let met = if units.next_if_eq(&0xFEFF).is_some() { "a UTF-16 byte order mark" } else { "UTF-16 without a mark" };
    oddities.note(OddityKind::Utf16, Pointer::root(), met);
    let mut text = String::with_capacity(bytes.len());
    for char in char::decode_utf16(units) {
        let char = char.unwrap_or_else(|lone| {
            oddities.note(OddityKind::LoneSurrogate, Pointer::root(), &format!("{:04x}", lone.unpaired_surrogate()));
            char::REPLACEMENT_CHARACTER
        });
        text.push(char);
    }
    if let [byte] = rest {
        oddities.note(OddityKind::InvalidUtf8, Pointer::root(), &format!("{byte:02x} at the end"));
        text.push(char::REPLACEMENT_CHARACTER);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (String, Vec<(&'static str, String)>) {
        let mut oddities = Oddities::default();
        let text = decode(bytes.to_vec(), &mut oddities);
        (text, oddities.into_vec().into_iter().map(|oddity| (oddity.kind.id(), oddity.value)).collect())
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
        let bytes: Vec<u8> = "{\"é\"}".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decoded(&bytes), ("{\"é\"}".into(), vec![("utf-16", "UTF-16 without a mark".into())]));
    }
}
