//! The three-byte openings of everything that is looked for, as three tables: a place can open something only if each
//! of its three bytes fits the same opening.

use std::sync::LazyLock;

/// What an opening may be of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needle {
    Character,
    Escape,
    Tag,
    Handler,
    Script,
    DataLink,
    File,
    Image,
    Link,
    Ignore,
    Tell,
    Turn,
    ObjectName,
    Base64,
    Key,
    Jwt,
    Pem,
    Address,
    Password,
    Bearer,
}

const ANY: &[u8] = &[];
const CONTROLS: &[u8] =
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 127];
const C1: &[u8] = &[
    0x80, 0x81, 0x82, 0x83, 0x84, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8d, 0x8e, 0x8f, 0x90, 0x91, 0x92, 0x93,
    0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9d, 0x9e, 0x9f, 0xad,
];

/// The openings. An empty set stands for any byte.
const OPENINGS: &[(Needle, [&[u8]; 3])] = &[
    (Needle::Character, [CONTROLS, ANY, ANY]),
    (Needle::Character, [&[0xc2], C1, ANY]),
    (Needle::Character, [&[0xe2], &[0x80], &[0x8b, 0x8c, 0x8d, 0xaa, 0xab, 0xac, 0xad, 0xae]]),
    (Needle::Character, [&[0xe2], &[0x81], &[0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa6, 0xa7, 0xa8, 0xa9]]),
    (Needle::Character, [&[0xef], &[0xbb, 0xbf], &[0xbf, 0xbd]]),
    (Needle::Character, [&[0xf3], &[0xa0], ANY]),
    (Needle::Escape, [b"\\", b"u", ANY]),
    (Needle::Tag, [b"<", b"sS", b"cC"]),
    (Needle::Tag, [b"<", b"iI", b"fFmM"]),
    (Needle::Tag, [b"<", b"oO", b"bB"]),
    (Needle::Tag, [b"<", b"eE", b"mM"]),
    (Needle::Handler, [b"rdksRDKS", b"=", ANY]),
    (Needle::Script, [b"pP", b"tT", b":"]),
    (Needle::DataLink, [b":", b"tT", b"eE"]),
    (Needle::File, [b"eE", b":", b"/"]),
    (Needle::Image, [b"!", b"[", ANY]),
    (Needle::Link, [b"]", b"(", b"h"]),
    (Needle::Ignore, [b"gG", b"nN", b"oO"]),
    (Needle::Ignore, [b"iI", b"sS", b"rR"]),
    (Needle::Tell, [b"lL", b" ", b"tT"]),
    (Needle::Turn, [b"<", b"|", b"i"]),
    (Needle::Turn, [b"[", b"I", b"N"]),
    (Needle::Turn, [b"<", b"I", b"M"]),
    (Needle::ObjectName, [b"[", b"o", b"b"]),
    (Needle::ObjectName, [b"t", b" ", b"0"]),
    (Needle::Base64, [b"iJ", b"V", b"B"]),
    (Needle::Base64, [b"/", b"9", b"j"]),
    (Needle::Base64, [b"U", b"E", b"s"]),
    (Needle::Base64, [b"R", b"0", b"l"]),
    (Needle::Base64, [b"H", b"4", b"s"]),
    (Needle::Key, [b"s", b"k", b"-_"]),
    (Needle::Key, [b"g", b"h", b"pousr"]),
    (Needle::Key, [b"b", b"_", b"p"]),
    (Needle::Key, [b"A", b"KS", b"I"]),
    (Needle::Key, [b"A", b"I", b"z"]),
    (Needle::Key, [b"x", b"o", b"x"]),
    (Needle::Jwt, [b"e", b"y", b"J"]),
    (Needle::Pem, [b"B", b"E", b"G"]),
    (Needle::Address, [b":", b"/", b"/"]),
    (Needle::Password, [b"rR", b"dD", b"="]),
    (Needle::Bearer, [b"B", b"e", b"a"]),
];

// A bit stands for an opening.
const _: () = assert!(OPENINGS.len() <= 64, "there are more openings than bits");

/// For each of the three bytes, the openings that it fits.
pub(super) struct Table {
    one: [u64; 256],
    two: [u64; 256],
    three: [u64; 256],
}

pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { one: [0; 256], two: [0; 256], three: [0; 256] };
    for (index, (_, [one, two, three])) in OPENINGS.iter().enumerate() {
        for (places, bytes) in [(&mut table.one, one), (&mut table.two, two), (&mut table.three, three)] {
            for (byte, place) in (0..=u8::MAX).zip(places.iter_mut()) {
                *place |= u64::from(bytes.is_empty() || bytes.contains(&byte)) << index;
            }
        }
    }
    table
});

impl Table {
    /// The openings that three bytes can be, a bit each.
    #[inline]
    pub(super) fn of(&self, one: u8, two: u8, three: u8) -> u64 {
        // A byte is always within a table of 256.
        let fits = |places: &[u64; 256], byte: u8| places.get(usize::from(byte)).copied().unwrap_or_default();
        fits(&self.one, one) & fits(&self.two, two) & fits(&self.three, three)
    }

    /// Whether any of eight places in a row can open something: asked at once, so that texts without anything cost no
    /// decision a byte.
    #[inline]
    pub(super) fn any(&self, bytes: [u8; 10]) -> bool {
        let [b0, b1, b2, b3, b4, b5, b6, b7, b8, b9] = bytes;
        let found = self.of(b0, b1, b2)
            | self.of(b1, b2, b3)
            | self.of(b2, b3, b4)
            | self.of(b3, b4, b5)
            | self.of(b4, b5, b6)
            | self.of(b5, b6, b7)
            | self.of(b6, b7, b8)
            | self.of(b7, b8, b9);
        found != 0
    }
}

impl Needle {
    /// What the opening with this bit is of.
    pub(super) fn at(bit: u32) -> Option<Self> {
        OPENINGS.get(bit as usize).map(|(needle, _)| *needle)
    }
}
