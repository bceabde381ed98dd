//! Images for terminals that can show them. What a server sent is decoded here, within bounds, and only what was
//! decoded is sent on: a terminal never meets the bytes of a server.

use std::fmt;
use std::io::Cursor;

use base64::engine::Engine;
use base64::engine::general_purpose::STANDARD;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbaImage};

use super::{Images, sixel};

/// The most pixels that are decoded.
const MOST_PIXELS: u64 = 24_000_000;
/// The most memory that decoding may take.
const MOST_MEMORY: u64 = 256 << 20;
/// How wide a column of the terminal is taken to be, in pixels.
const CELL: u32 = 10;
/// The most columns that an image takes.
const MOST_COLUMNS: u32 = 100;
/// The highest image that is shown, in pixels: about a screen.
const HIGHEST: u32 = 600;
/// How much of a sequence kitty takes at once.
const CHUNK: usize = 4096;

/// Why an image is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unshown {
    /// It has too many pixels.
    TooLarge,
    /// It cannot be decoded.
    Broken,
}

impl fmt::Display for Unshown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "too large to show",
            Self::Broken => "broken",
        })
    }
}

/// How wide and how high an image says that it is.
pub(super) fn dimensions(bytes: &[u8], mime: &str) -> Option<(u32, u32)> {
    reader(bytes, mime)?.into_dimensions().ok()
}

fn reader<'a>(bytes: &'a [u8], mime: &str) -> Option<ImageReader<Cursor<&'a [u8]>>> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::from_mime_type(mime)?);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    Some(reader)
}

/// What shows an image on a terminal that is some columns wide.
pub(super) fn sequence(bytes: &[u8], mime: &str, how: Images, columns: Option<usize>) -> Result<Vec<u8>, Unshown> {
    let columns = columns.and_then(|columns| u32::try_from(columns).ok()).unwrap_or(MOST_COLUMNS);
    let pixels = decode(bytes, mime, columns.clamp(1, MOST_COLUMNS) * CELL)?;
    let columns = pixels.width().div_ceil(CELL);
    if how == Images::Sixel {
        return Ok(sixel::encode(&pixels));
    }
    let mut png = Vec::new();
    pixels.write_to(&mut Cursor::new(&mut png), ImageFormat::Png).map_err(|_| Unshown::Broken)?;
    let encoded = STANDARD.encode(&png);
    Ok(match how {
        Images::Kitty => kitty(&encoded, columns),
        _ => {
            format!("\u{1b}]1337;File=inline=1;size={};width={columns};preserveAspectRatio=1:{encoded}\u{7}", png.len())
                .into_bytes()
        }
    })
}

fn kitty(encoded: &str, columns: u32) -> Vec<u8> {
    let mut sequence = Vec::with_capacity(encoded.len() + encoded.len() / CHUNK * 16 + 64);
    let mut chunks = encoded.as_bytes().chunks(CHUNK).peekable();
    // The terminal is told to answer nothing: an answer would land in the shell's input.
    let mut keys = format!("a=T,f=100,q=2,c={columns},");
    while let Some(chunk) = chunks.next() {
        let more = u8::from(chunks.peek().is_some());
        sequence.extend_from_slice(format!("\u{1b}_G{keys}m={more};").as_bytes());
        sequence.extend_from_slice(chunk);
        sequence.extend_from_slice(b"\x1b\\");
        keys.clear();
        keys.push_str("q=2,");
    }
    sequence
}

/// The pixels of an image, made smaller where it is larger than there is room.
fn decode(bytes: &[u8], mime: &str, widest: u32) -> Result<RgbaImage, Unshown> {
    let (wide, high) = dimensions(bytes, mime).ok_or(Unshown::Broken)?;
    if u64::from(wide) * u64::from(high) > MOST_PIXELS {
        return Err(Unshown::TooLarge);
    }
    let reader = reader(bytes, mime).ok_or(Unshown::Broken)?;
    let mut decoder = reader.into_decoder().map_err(|_| Unshown::Broken)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    if decoder.total_bytes() > MOST_MEMORY {
        return Err(Unshown::TooLarge);
    }
    let mut image = DynamicImage::from_decoder(decoder).map_err(|_| Unshown::Broken)?;
    image.apply_orientation(orientation);
    if image.width() > widest || image.height() > HIGHEST {
        image = image.thumbnail(widest, HIGHEST);
    }
    Ok(image.into_rgba8())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(wide: u32, high: u32) -> Vec<u8> {
        let pixels = RgbaImage::from_fn(wide, high, |x, y| {
            image::Rgba([(x % 251).to_le_bytes()[0], y.to_le_bytes()[0], 90, 255])
        });
        let mut bytes = Vec::new();
        pixels.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
        bytes
    }

    /// A PNG that says it is larger than it is.
    fn bomb() -> Vec<u8> {
        let mut bytes = png(2, 2);
        bytes[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
        // The sum over the header is right, as an attacker's would be.
        let sum = crc(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&sum.to_be_bytes());
        bytes
    }

    fn crc(bytes: &[u8]) -> u32 {
        let step = |sum: u32, _: u32| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
        !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), step))
    }

    #[test]
    fn kitty_gets_chunks_that_it_takes_and_answers_nothing() {
        let sequence =
            String::from_utf8(sequence(&png(300, 200), "image/png", Images::Kitty, Some(80)).unwrap()).unwrap();
        let chunks: Vec<&str> = sequence.split_terminator("\u{1b}\\").collect();
        assert!(chunks[0].starts_with("\u{1b}_Ga=T,f=100,q=2,c=30,m="));
        for (index, chunk) in chunks.iter().enumerate() {
            let (keys, data) = chunk.split_once(';').unwrap();
            assert!(keys.contains("q=2") && data.len() <= CHUNK);
            assert_eq!(keys.contains("m=1"), index + 1 < chunks.len());
        }
        let data: String = chunks.iter().map(|chunk| chunk.split_once(';').unwrap().1).collect();
        assert_eq!(dimensions(&STANDARD.decode(data).unwrap(), "image/png"), Some((300, 200)));
    }

    #[test]
    fn an_image_is_made_as_small_as_the_terminal() {
        let sequence = sequence(&png(600, 300), "image/png", Images::Iterm2, Some(20)).unwrap();
        let sequence = String::from_utf8(sequence).unwrap();
        assert!(sequence.contains(";width=20;"), "{sequence}");
        let data = sequence.split_once(':').unwrap().1.trim_end_matches('\u{7}');
        assert_eq!(dimensions(&STANDARD.decode(data).unwrap(), "image/png"), Some((200, 100)));
    }

    #[test]
    fn hostile_images_are_not_shown() {
        assert_eq!(dimensions(&bomb(), "image/png"), Some((65_535, 65_535)));
        let whole = png(40, 40);
        for (bytes, why) in [
            (bomb(), Unshown::TooLarge),
            (whole[..60].to_vec(), Unshown::Broken),
            (b"\x89PNG\r\n\x1a\n\x1b[2J".to_vec(), Unshown::Broken),
        ] {
            for how in [Images::Kitty, Images::Iterm2, Images::Sixel] {
                assert_eq!(sequence(&bytes, "image/png", how, Some(80)), Err(why));
            }
        }
        assert_eq!(sequence(b"GIF89a", "image/gif", Images::Sixel, None), Err(Unshown::Broken));
        assert_eq!(sequence(&whole, "image/svg+xml", Images::Kitty, None), Err(Unshown::Broken));
    }
}
