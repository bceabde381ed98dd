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

/// The quirks of one text. Most have none: then it is nothing but an empty pointer, since tokenizers are made by the dozen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Quirks(Option<Box<Noted>>);

#[derive(Clone, Debug, Default)]
struct Noted {
    places: Vec<(Quirk, usize)>,
    counts: [u32; 11],
    /// How many places of one kind are kept beyond the few.
    more: usize,
    broken: Option<(usize, usize)>,
    repairs: u64,
}

impl Quirks {
    /// Keeps so many places of one kind.
    pub(crate) fn keeping(most: usize) -> Self {
        Self(Some(Box::new(Noted { more: most.saturating_sub(KEPT), ..Noted::default() })))
    }

    #[cold]
    pub(crate) fn note(&mut self, quirk: Quirk, at: usize) {
        let noted = self.0.get_or_insert_default();
        if quirk.breaks_json() {
            noted.repairs += 1;
            noted.broken = Some(noted.broken.map_or((at, at), |(first, last)| (first.min(at), last.max(at))));
        }
        if let Some(count) = noted.counts.get_mut(quirk as usize) {
            if (*count as usize) < KEPT.saturating_add(noted.more) {
                noted.places.push((quirk, at));
            }
            *count = count.saturating_add(1);
        }
    }

    /// Whether `start..end` is valid JSON as it stands. May be wrong about text between two broken places,
    /// and then on the safe side.
    pub(crate) fn clean(&self, start: usize, end: usize) -> bool {
        let broken = self.0.as_ref().and_then(|noted| noted.broken);
        broken.is_none_or(|(first, last)| last < start || end <= first)
    }

    /// How many places had to be repaired so far.
    pub(crate) fn repairs(&self) -> u64 {
        self.0.as_ref().map_or(0, |noted| noted.repairs)
    }

    /// The places that were kept, in the order in which they were met.
    pub(crate) fn places(&self) -> &[(Quirk, usize)] {
        self.0.as_ref().map_or(&[], |noted| &noted.places)
    }

    /// How many of a kind there were in all.
    pub(crate) fn count(&self, quirk: Quirk) -> u32 {
        self.0.as_ref().and_then(|noted| noted.counts.get(quirk as usize)).copied().unwrap_or_default()
    }
}
