//! Sixels: an image as bands of six rows, one colour after the other. Few colours are kept as they are; many become
//! those of a cube, each pixel's error spread over its neighbours.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use image::{Rgba, RgbaImage};

/// The most colours that terminals are sure to have.
const MOST_COLOURS: usize = 256;
/// How many steps each channel of the cube has.
const STEPS: i32 = 6;
/// How far apart the steps are.
const STEP: i32 = 51;

/// An image with a palette: for each pixel its colour's place in it, `None` where one can see through.
struct Indexed {
    palette: Vec<[u8; 3]>,
    pixels: Vec<Option<u8>>,
}

/// The sequence that draws an image.
pub(super) fn encode(image: &RgbaImage) -> Vec<u8> {
    let indexed = exact(image).unwrap_or_else(|| dithered(image));
    let wide = image.width() as usize;
    let mut out = format!("\u{1b}P0;1q\"1;1;{};{}", image.width(), image.height());
    for (index, colour) in indexed.palette.iter().enumerate() {
        let [red, green, blue] = colour.map(|value| (u16::from(value) * 100 + 127) / 255);
        let _ = write!(out, "#{index};2;{red};{green};{blue}");
    }
    for band in indexed.pixels.chunks(wide.max(1) * 6) {
        let mut colours: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
        for (row, pixels) in band.chunks(wide.max(1)).enumerate() {
            for (column, colour) in pixels.iter().enumerate() {
                let Some(colour) = colour else { continue };
                let bits = colours.entry(*colour).or_insert_with(|| vec![0; wide]);
                if let Some(bits) = bits.get_mut(column) {
                    *bits |= 1 << row;
                }
            }
        }
        for (index, (colour, bits)) in colours.iter().enumerate() {
            if index > 0 {
                out.push('$');
            }
            let _ = write!(out, "#{colour}");
            push_runs(bits, &mut out);
        }
        out.push('-');
    }
    out.push_str("\u{1b}\\");
    out.into_bytes()
}

/// Adds a row of sixels, the same ones behind each other as a count.
fn push_runs(bits: &[u8], out: &mut String) {
    for run in bits.chunk_by(|one, other| one == other) {
        let sign = char::from(b'?' + run.first().copied().unwrap_or_default());
        if run.len() > 3 {
            let _ = write!(out, "!{}{sign}", run.len());
        } else {
            out.extend(std::iter::repeat_n(sign, run.len()));
        }
    }
}

fn is_seen(pixel: Rgba<u8>) -> bool {
    pixel.0[3] >= 128
}

/// The image with its own colours, where they are few.
fn exact(image: &RgbaImage) -> Option<Indexed> {
    let mut palette = Vec::new();
    let mut places = HashMap::new();
    let mut pixels = Vec::with_capacity(image.pixels().len());
    for pixel in image.pixels() {
        if !is_seen(*pixel) {
            pixels.push(None);
            continue;
        }
        let Rgba([red, green, blue, _]) = *pixel;
        let place = *places.entry([red, green, blue]).or_insert_with(|| {
            palette.push([red, green, blue]);
            palette.len() - 1
        });
        if palette.len() > MOST_COLOURS {
            return None;
        }
        pixels.push(u8::try_from(place).ok());
    }
    Some(Indexed { palette, pixels })
}

/// The image with the colours of the cube.
fn dithered(image: &RgbaImage) -> Indexed {
    let step = |place: i32| u8::try_from(place * STEP).unwrap_or(u8::MAX);
    let cube =
        (0..STEPS).flat_map(|red| (0..STEPS).flat_map(move |green| (0..STEPS).map(move |blue| [red, green, blue])));
    let palette = cube.map(|place| place.map(step)).collect();
    let wide = image.width() as usize;
    let mut pixels = Vec::with_capacity(image.pixels().len());
    // Errors of this row and of the next, with a place more at both ends.
    let (mut here, mut below) = (vec![[0_i32; 3]; wide + 2], vec![[0_i32; 3]; wide + 2]);
    for row in image.rows() {
        for (column, pixel) in row.enumerate() {
            if !is_seen(*pixel) {
                pixels.push(None);
                continue;
            }
            let mut place = 0;
            for channel in 0..3 {
                let error = here.get(column + 1).map_or(0, |errors| errors[channel]);
                let wanted = (i32::from(pixel.0[channel]) + error / 16).clamp(0, 255);
                let nearest = (wanted + STEP / 2) / STEP;
                place = place * STEPS + nearest;
                let left = wanted - nearest * STEP;
                spread(&mut here, column + 2, channel, left * 7);
                spread(&mut below, column, channel, left * 3);
                spread(&mut below, column + 1, channel, left * 5);
                spread(&mut below, column + 2, channel, left);
            }
            pixels.push(u8::try_from(place).ok());
        }
        std::mem::swap(&mut here, &mut below);
        below.fill([0; 3]);
    }
    Indexed { palette, pixels }
}

/// Adds sixteenths of an error to a pixel's.
fn spread(errors: &mut [[i32; 3]], at: usize, channel: usize, sixteenths: i32) {
    if let Some(errors) = errors.get_mut(at) {
        errors[channel] += sixteenths;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_stay_as_they_are() {
        let image = RgbaImage::from_fn(5, 7, |x, _| if x < 4 { Rgba([255, 0, 0, 255]) } else { Rgba([0, 0, 255, 0]) });
        let sixels = String::from_utf8(encode(&image)).unwrap();
        assert_eq!(sixels, "\u{1b}P0;1q\"1;1;5;7#0;2;100;0;0#0!4~?-#0!4@?-\u{1b}\\");
    }

    #[test]
    fn many_colours_keep_their_mean() {
        let byte = |value: u32| value.to_le_bytes()[0];
        let image = RgbaImage::from_fn(40, 40, |x, y| Rgba([byte(60 + x), byte(100 + y), byte(x * y % 200), 255]));
        assert!(exact(&image).is_none());
        let indexed = dithered(&image);
        let mean = |values: &mut dyn Iterator<Item = u8>| values.map(f64::from).sum::<f64>() / 1600.0;
        for channel in 0..3 {
            let sent = mean(&mut image.pixels().map(|pixel| pixel.0[channel]));
            let drawn =
                mean(&mut indexed.pixels.iter().map(|place| indexed.palette[usize::from(place.unwrap())][channel]));
            assert!((sent - drawn).abs() < 4.0, "{sent} {drawn}");
        }
    }

    #[test]
    fn an_image_of_nothing_is_nothing() {
        assert!(encode(&RgbaImage::new(0, 0)).ends_with(b"\x1b\\"));
        assert!(encode(&RgbaImage::new(1, 0)).ends_with(b"\x1b\\"));
    }
}
