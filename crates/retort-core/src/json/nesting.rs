//! What the tokenizer knows of the containers that are open: which kind each is, and the keys met in it.

use super::event::Span;
use super::quirk::{Quirk, Quirks};

/// The open containers, one bit each: set for an object.
#[derive(Default)]
pub(super) struct Containers {
    bits: Vec<u64>,
    /// The 64 innermost levels, so that the vector is touched once in 64 levels.
    top: u64,
    pub(super) depth: usize,
    objects: usize,
    pub(super) most_objects: usize,
}

impl Containers {
    pub(super) fn push(&mut self, object: bool) {
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.bits.push(self.top);
        }
        self.top = self.top << 1 | u64::from(object);
        self.depth += 1;
        self.objects += usize::from(object);
        self.most_objects = self.most_objects.max(self.objects);
    }

    pub(super) fn pop(&mut self) {
        self.depth -= 1;
        self.objects -= usize::from(self.top & 1 == 1);
        self.top >>= 1;
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.top = self.bits.pop().unwrap_or_default();
        }
    }

    pub(super) fn in_object(&self) -> bool {
        self.depth > 0 && self.top & 1 == 1
    }
}

/// The first eight bytes of a key, and its length above them.
#[inline]
fn mark(key: &[u8]) -> u64 {
    let start = match key.first_chunk::<8>() {
        Some(start) => u64::from_le_bytes(*start),
        None => key.iter().fold(0, |start, &byte| start << 8 | u64::from(byte)),
    };
    start ^ (key.len() as u64).rotate_right(8)
}

/// The keys of the open objects. Bounded: an object's keys beyond the limit are not compared.
#[derive(Default)]
pub(super) struct KeyLog {
    pub(super) on: bool,
    /// Each with its mark: equal keys have equal marks.
    keys: Vec<(u64, Span)>,
    frames: Vec<usize>,
    /// Objects opened beyond the limit, which have no frame.
    unframed: usize,
}

impl KeyLog {
    const MOST_KEYS: usize = 1 << 14;
    const MOST_FRAMES: usize = 1 << 12;

    /// Begins to look. There is room for what most texts need.
    pub(super) fn start(&mut self) {
        self.on = true;
        self.keys.reserve(32);
        self.frames.reserve(8);
    }

    pub(super) fn open(&mut self) {
        if self.frames.len() < Self::MOST_FRAMES {
            self.frames.push(self.keys.len());
        } else {
            self.unframed += 1;
        }
    }

    pub(super) fn push(&mut self, bytes: &[u8], span: Span) {
        if self.unframed == 0 && self.keys.len() < Self::MOST_KEYS {
            self.keys.push((mark(bytes.get(span.start..span.end).unwrap_or_default()), span));
        }
    }

    #[inline]
    pub(super) fn close(&mut self, bytes: &[u8], quirks: &mut Quirks) {
        if self.unframed > 0 {
            self.unframed -= 1;
            return;
        }
        let start = self.frames.pop().unwrap_or_default();
        let keys = self.keys.get_mut(start..).unwrap_or_default();
        let same = |a: Span, b: Span| bytes.get(a.start..a.end) == bytes.get(b.start..b.end);
        if keys.len() <= 24 {
            for (index, (mark, span)) in keys.iter().enumerate() {
                let mut earlier = keys.iter().take(index);
                if earlier.any(|(other, at)| other == mark && same(*span, *at)) {
                    quirks.note(Quirk::DuplicateKey, span.start - 1);
                }
            }
        } else {
            for (mark, span) in &mut *keys {
                *mark = super::hash::bytes(bytes.get(span.start..span.end).unwrap_or_default());
            }
            keys.sort_unstable_by_key(|(mark, span)| (*mark, span.start));
            for pair in keys.windows(2) {
                if let [(first, a), (second, b)] = pair
                    && first == second
                    && same(*a, *b)
                {
                    quirks.note(Quirk::DuplicateKey, b.start - 1);
                }
            }
        }
        self.keys.truncate(start);
    }
}
