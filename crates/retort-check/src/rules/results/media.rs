//! What the first bytes of an image or a sound show. Only these are decoded, however long the data is.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use retort_core::Raw;

use crate::repair::Edits;

/// How many characters of base64 are decoded: enough for every signature and the size of a picture.
const DECODED: usize = 64;

/// Takes a text that was cut anywhere: whether it is base64 to its end is not the question here.
static CUT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireNone),
);

/// The first bytes of what base64 holds; empty where it is none.
pub(super) fn first_bytes(base64: &str) -> Vec<u8> {
    let start = base64.get(..base64.floor_char_boundary(DECODED)).unwrap_or_default();
    let digits = start.split('=').next().unwrap_or_default();
    // One digit alone is less than a byte.
    let whole = digits.len() - usize::from(digits.len() % 4 == 1);
    digits.get(..whole).and_then(|digits| CUT.decode(digits).ok()).unwrap_or_default()
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

/// The start of a base64 string, without reading the rest.
pub(super) fn head(data: &Raw) -> String {
    let inside = data.as_str().strip_prefix('"').unwrap_or_default();
    inside.chars().take_while(|char| *char != '"').filter(|char| *char != '\\').take(DECODED).collect()
}

/// Whether a text has the form `type/subtype`, with parameters or without.
pub(super) fn is_mime_type(text: &str) -> bool {
    let is_token = |part: &str| {
        let inside = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&-^_.+*".contains(&byte);
        !part.is_empty() && part.bytes().all(inside)
    };
    essence(text).split_once('/').is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

/// A mime type without its parameters.
fn essence(mime_type: &str) -> &str {
    mime_type.split(';').next().unwrap_or_default().trim()
}

/// Whether a name is one for the type that the bytes show.
pub(super) fn is_same(named: &str, shown: &str) -> bool {
    let also: &[&str] = match shown {
        "image/png" => &["image/apng", "image/x-png"],
        "image/jpeg" => &["image/jpg", "image/pjpeg"],
        "audio/wav" => &["audio/x-wav", "audio/wave", "audio/vnd.wave"],
        "audio/mpeg" => &["audio/mp3", "audio/x-mp3", "audio/mpeg3", "audio/x-mpeg"],
        "audio/ogg" => &["audio/opus", "audio/vorbis", "application/ogg", "audio/x-ogg", "audio/flac"],
        _ => &[],
    };
    let named = essence(named);
    [shown].iter().chain(also).any(|name| name.eq_ignore_ascii_case(named))
}

/// Puts the type that the bytes show in the place of a mime type that `is_wrong`.
pub(super) fn correct(edits: &mut Edits, pointer: &str, is_wrong: impl Fn(&str) -> bool) {
    let Some(parent) = pointer.strip_suffix("/mimeType") else { return };
    let data = ["data", "blob"].into_iter().find_map(|name| edits.get(&format!("{parent}/{name}")));
    if let Some(shown) = data.and_then(|data| sniff(&head(&data))) {
        edits.rewrite(pointer, |sent| is_wrong(sent).then(|| shown.to_owned()));
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
