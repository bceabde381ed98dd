//! A small picture and a small sound, made in code: a retort as PNG and a note as WAV.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Bytes as blocks carry them.
pub(super) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// A retort: the bulb on the left, the neck down to the right.
const PICTURE: [&[u8; 16]; 16] = [
    b"................",
    b".....####.......",
    b"...########.....",
    b"..####..#####...",
    b".###......####..",
    b".##........####.",
    b"##..........###.",
    b"##..........###.",
    b"##oooooooo...##.",
    b"##oooooooooo..##",
    b".##oooooooo#..##",
    b".###oooooo##..##",
    b"..##########..##",
    b"...########..o..",
    b"................",
    b".............o..",
];

/// Each pixel of the picture is a square of this many.
const SCALE: usize = 4;

/// Paper, glass and liquid.
const PALETTE: [u8; 9] = [0xfa, 0xf7, 0xef, 0x33, 0x4e, 0x68, 0x3f, 0xa7, 0x9b];

/// The picture as a PNG of 64 by 64 pixels. Its pixels are stored, not deflated: that needs no library.
pub(super) fn png() -> Vec<u8> {
    let side = u8::try_from(PICTURE.len() * SCALE).unwrap_or(u8::MAX);
    let mut pixels = Vec::new();
    for row in PICTURE {
        let mut line = vec![0];
        for pixel in row {
            let colour = match pixel {
                b'#' => 1,
                b'o' => 2,
                _ => 0,
            };
            line.extend([colour; SCALE]);
        }
        for _ in 0..SCALE {
            pixels.extend_from_slice(&line);
        }
    }
    let length = u16::try_from(pixels.len()).unwrap_or(u16::MAX);
    let mut stored = vec![0x78, 0x01, 0x01];
    stored.extend(length.to_le_bytes());
    stored.extend((!length).to_le_bytes());
    stored.extend_from_slice(&pixels);
    stored.extend(adler32(&pixels).to_be_bytes());

    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut png, *b"IHDR", &[0, 0, 0, side, 0, 0, 0, side, 8, 3, 0, 0, 0]);
    chunk(&mut png, *b"PLTE", &PALETTE);
    chunk(&mut png, *b"IDAT", &stored);
    chunk(&mut png, *b"IEND", &[]);
    png
}

fn chunk(png: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    png.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    let start = png.len();
    png.extend(kind);
    png.extend_from_slice(data);
    let sum = crc32(&png[start..]);
    png.extend(sum.to_be_bytes());
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}

fn adler32(bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((1, 0), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (b + a) % 65521)
    });
    b << 16 | a
}

const SAMPLES_A_SECOND: u32 = 8000;

/// The length of the sound, in samples: a quarter of a second.
const SAMPLES: u32 = SAMPLES_A_SECOND / 4;

/// The note a as a WAV of 8 bits, in the shape of a triangle: whole numbers are the same on every machine.
pub(super) fn wav() -> Vec<u8> {
    let mut wav = b"RIFF".to_vec();
    wav.extend((36 + SAMPLES).to_le_bytes());
    wav.extend(b"WAVEfmt ");
    wav.extend(16_u32.to_le_bytes());
    // PCM, one channel.
    wav.extend([1, 0, 1, 0]);
    wav.extend(SAMPLES_A_SECOND.to_le_bytes());
    wav.extend(SAMPLES_A_SECOND.to_le_bytes());
    // One byte a sample, eight bits of it.
    wav.extend([1, 0, 8, 0]);
    wav.extend(b"data");
    wav.extend(SAMPLES.to_le_bytes());
    wav.extend((0..SAMPLES).map(|sample| {
        let phase = sample * 440 * 256 / SAMPLES_A_SECOND % 256;
        let height = if phase < 128 { phase } else { 255 - phase };
        u8::try_from(64 + height).unwrap_or(u8::MAX)
    }));
    wav
}
