//! Sixels: an image as bands of six rows, one colour after the other. Few colours are kept as they are; many become
//! those that stand for them best.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use image::{Rgba, RgbaImage};

/// The most colours that terminals are sure to have.
const MOST_COLOURS: usize = 256;

/// An image with a palette: for each pixel its colour's place in it, `None` where one can see through.
struct Indexed {
    palette: Vec<[u8; 3]>,
    pixels: Vec<Option<u8>>,
}

/// The sequence that draws an image.
pub(super) fn encode(image: &RgbaImage) -> Vec<u8> {
    let indexed = exact(image).unwrap_or_else(|| reduced(image));
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

/// Colours that differ by so little that they are taken as one.
#[derive(Clone, Default)]
struct Shade {
    key: u16,
    count: u64,
    sums: [u64; 3],
}

impl Shade {
    /// The five highest bits of each channel.
    fn key_of(pixel: Rgba<u8>) -> u16 {
        let Rgba([red, green, blue, _]) = pixel;
        [red, green, blue].iter().fold(0, |key, value| key << 5 | u16::from(value >> 3))
    }

    fn channel(&self, channel: usize) -> u16 {
        self.key >> (10 - 5 * channel) & 31
    }
}

/// The image with the colours that stand for the others best: the shades are halved again and again, each time
/// where most pixels differ the most.
fn reduced(image: &RgbaImage) -> Indexed {
    let mut shades: BTreeMap<u16, Shade> = BTreeMap::new();
    for pixel in image.pixels().filter(|pixel| is_seen(**pixel)) {
        let key = Shade::key_of(*pixel);
        let shade = shades.entry(key).or_insert_with(|| Shade { key, ..Shade::default() });
        shade.count += 1;
        for (sum, value) in shade.sums.iter_mut().zip(pixel.0) {
            *sum += u64::from(value);
        }
    }
    let mut groups = vec![Group::of(shades.into_values().collect())];
    while groups.len() < MOST_COLOURS {
        let worst = groups.iter_mut().max_by_key(|group| group.badness).filter(|group| group.badness > 0);
        let Some(half) = worst.and_then(Group::halve) else { break };
        groups.push(half);
    }
    let mut places = HashMap::new();
    for (place, group) in groups.iter().enumerate() {
        places.extend(group.shades.iter().map(|shade| (shade.key, u8::try_from(place).unwrap_or_default())));
    }
    let place = |pixel: &Rgba<u8>| places.get(&Shade::key_of(*pixel)).copied().filter(|_| is_seen(*pixel));
    Indexed { palette: groups.iter().map(Group::mean).collect(), pixels: image.pixels().map(place).collect() }
}

/// Shades that share a colour of the palette.
struct Group {
    shades: Vec<Shade>,
    /// The channel in which they differ the most.
    widest: usize,
    /// How many pixels differ, and by how much; nothing where there is nothing to halve.
    badness: u64,
}

impl Group {
    fn of(shades: Vec<Shade>) -> Self {
        let range = |channel: usize| {
            let values = || shades.iter().map(|shade| shade.channel(channel));
            values().max().unwrap_or_default() - values().min().unwrap_or_default()
        };
        let widest = (0..3).max_by_key(|channel| range(*channel)).unwrap_or_default();
        let count: u64 = shades.iter().map(|shade| shade.count).sum();
        let badness = count * u64::from(range(widest));
        Self { shades, widest, badness }
    }

    /// Takes out the half of the pixels that is brighter in the widest channel.
    fn halve(&mut self) -> Option<Self> {
        let mut shades = std::mem::take(&mut self.shades);
        shades.sort_by_key(|shade| shade.channel(self.widest));
        let half = shades.iter().map(|shade| shade.count).sum::<u64>() / 2;
        let mut passed = 0;
        let at = shades.iter().position(|shade| {
            passed += shade.count;
            passed > half
        });
        // Both halves have something.
        let at = at.unwrap_or_default().clamp(1, shades.len().saturating_sub(1).max(1));
        let brighter = shades.split_off(at.min(shades.len()));
        *self = Self::of(shades);
        (!brighter.is_empty()).then(|| Self::of(brighter))
    }

    fn mean(&self) -> [u8; 3] {
        let count: u64 = self.shades.iter().map(|shade| shade.count).sum();
        let sum = |channel: usize| self.shades.iter().map(|shade| shade.sums[channel]).sum::<u64>();
        [0, 1, 2].map(|channel| u8::try_from(sum(channel) / count.max(1)).unwrap_or(u8::MAX))
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
    fn many_colours_become_few_that_are_near() {
        let byte = |value: u32| value.to_le_bytes()[0];
        let image = RgbaImage::from_fn(40, 40, |x, y| Rgba([byte(60 + x), byte(100 + y), byte(x * y % 200), 255]));
        assert!(exact(&image).is_none());
        let indexed = reduced(&image);
        assert_eq!(indexed.palette.len(), MOST_COLOURS);
        for (pixel, place) in image.pixels().zip(&indexed.pixels) {
            let drawn = indexed.palette[usize::from(place.unwrap())];
            for (sent, drawn) in pixel.0.iter().zip(drawn) {
                assert!(sent.abs_diff(drawn) < 32, "{pixel:?} {drawn:?}");
            }
        }
    }

    #[test]
    fn an_image_of_nothing_is_nothing() {
        assert!(encode(&RgbaImage::new(0, 0)).ends_with(b"\x1b\\"));
        assert!(encode(&RgbaImage::new(1, 0)).ends_with(b"\x1b\\"));
    }
}
