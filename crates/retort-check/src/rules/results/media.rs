//! What the first bytes of an image or a sound show. Only these are decoded, however long the data is.

/// How many characters of base64 are decoded: enough for every signature and the size of a picture.
const DECODED: usize = 64;

/// The first bytes of what base64 holds; empty where it is none.
pub(super) fn first_bytes(base64: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(DECODED);
    let (mut bits, mut count) = (0_u32, 0);
    for digit in base64.bytes().take(DECODED) {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => break,
            _ => return Vec::new(),
        };
        bits = (bits << 6 | u32::from(value)) & 0xff_ffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.extend((bits >> count).to_le_bytes().first());
        }
    }
    bytes
}

/// The mime type that the first bytes show, where they show one.
pub(super) fn sniff(base64: &str) -> Option<&'static str> {
    let bytes = first_bytes(base64);
    let at = |from: usize, sign: &[u8]| bytes.get(from..).is_some_and(|rest| rest.starts_with(sign));
    Some(match bytes.as_slice() {
        _ if at(0, b"\x89PNG\r\n\x1a\n") => "image/png",
        _ if at(0, b"\xff\xd8\xff") => "image/jpeg",
        _ if at(0, b"GIF87a") || at(0, b"GIF89a") => "image/gif",
        _ if at(0, b"RIFF") && at(8, b"WEBP") => "image/webp",
        _ if at(0, b"RIFF") && at(8, b"WAVE") => "audio/wav",
        _ if at(0, b"OggS") => "audio/ogg",
        _ if at(0, b"ID3") => "audio/mpeg",
        // A frame of MPEG audio: eleven bits set, then version, layer III and a bit rate that exist.
        [0xff, second, third, ..] if matches!(second, 0xfa | 0xfb | 0xf2 | 0xf3) && third >> 4 != 0xf => "audio/mpeg",
        _ => return None,
    })
}

/// Width and height of a PNG or GIF, in pixels.
pub(super) fn pixels(base64: &str) -> Option<(u32, u32)> {
    let bytes = first_bytes(base64);
    match sniff(base64)? {
        "image/png" if bytes.get(12..16)? == b"IHDR" => {
            let number = |from: usize| Some(u32::from_be_bytes(bytes.get(from..from + 4)?.try_into().ok()?));
            Some((number(16)?, number(20)?))
        }
        "image/gif" => {
            let number = |from: usize| Some(u16::from_le_bytes(bytes.get(from..from + 2)?.try_into().ok()?));
            Some((number(6)?.into(), number(8)?.into()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{first_bytes, pixels, sniff};

    #[test]
    fn signatures_are_known() {
        for (data, shown) in [
            ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ", Some("image/png")),
            ("/9j/4AAQSkZJRgABAQ==", Some("image/jpeg")),
            ("R0lGODlhAQABAIAAAA==", Some("image/gif")),
            ("UklGRiQAAABXRUJQVlA4", Some("image/webp")),
            ("UklGRiQAAABXQVZFZm10", Some("audio/wav")),
            ("T2dnUwACAAAAAAAAAAA=", Some("audio/ogg")),
            ("SUQzBAAAAAAAI1RTU0U=", Some("audio/mpeg")),
            ("//uQZAAAAAAAAAAAAAA=", Some("audio/mpeg")),
            ("aGVsbG8gd29ybGQ=", None),
            ("", None),
            ("####", None),
        ] {
            assert_eq!(sniff(data), shown, "{data}");
        }
        assert_eq!(first_bytes("aGVsbG8="), b"hello");
        assert_eq!(pixels("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"), Some((1, 1)));
        assert_eq!(pixels("R0lGODlhAgADAIAAAA=="), Some((2, 3)));
    }
}
