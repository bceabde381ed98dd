//! What the tokenizer read past, and where. Offsets are kept for the first few of each kind and counted
//! beyond that, so that a text made of nothing but quirks costs no memory.

/// A lexical departure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quirk {
    NonFinite,
    TrailingComma,
    ControlCharacter,
    LoneSurrogate,
    InvalidEscape,
    NulByte,
    CarriageReturn,
    DuplicateKey,
    BeyondU64,
    BeyondF64,
    DeepNesting,
}

impl Quirk {
    /// Whether the text around it is not valid JSON as it stands.
    fn breaks_json(self) -> bool {
        matches!(
            self,
            Self::NonFinite
                | Self::TrailingComma
                | Self::ControlCharacter
                | Self::LoneSurrogate
                | Self::InvalidEscape
                | Self::NulByte
        )
    }
}

/// How many places of one kind are kept.
const KEPT: usize = 8;

/// The quirks of one text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Quirks {
    places: Vec<(Quirk, usize)>,
    counts: [u32; 11],
    broken: Option<(usize, usize)>,
    repairs: u64,
}

impl Quirks {
    pub(crate) fn note(&mut self, quirk: Quirk, at: usize) {
        if quirk.breaks_json() {
            self.repairs += 1;
            self.broken = Some(self.broken.map_or((at, at), |(first, last)| (first.min(at), last.max(at))));
        }
        if let Some(count) = self.counts.get_mut(quirk as usize) {
            if (*count as usize) < KEPT {
                self.places.push((quirk, at));
            }
            *count = count.saturating_add(1);
        }
    }

    /// Whether `start..end` is valid JSON as it stands. May be wrong about text between two broken places,
    /// and then on the safe side.
    pub(crate) fn clean(&self, start: usize, end: usize) -> bool {
        self.broken.is_none_or(|(first, last)| last < start || end <= first)
    }

    /// How many places had to be repaired so far.
    pub(crate) fn repairs(&self) -> u64 {
        self.repairs
    }

    /// The places that were kept, in the order in which they were met.
    pub(crate) fn places(&self) -> &[(Quirk, usize)] {
        &self.places
    }

    /// How many of a kind there were in all.
    pub(crate) fn count(&self, quirk: Quirk) -> u32 {
        self.counts.get(quirk as usize).copied().unwrap_or_default()
    }
}
