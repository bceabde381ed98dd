//! Search: BM25 over titles, tags, text and code, whole terms beside their stems. What is in a title weighs more than
//! what is in a tag, that more than what is in the text, and that more than what is in code.

mod by_id;
mod candidates;
mod fields;
mod memory;
mod rank;
mod segments;
mod snippet;
mod sought;
mod stems;
mod synonyms;
mod terms;
#[cfg(test)]
mod tests;
mod typo;
mod versions;
mod weighted;

pub(crate) use fields::{Fields, register};
pub(crate) use memory::files as files_in_memory;
pub use versions::Versions;

use tantivy::{DocAddress, Index as Tantivy, IndexReader, ReloadPolicy, Searcher};

use crate::entry::Entry;
use crate::error::Error;
use fields::Stored;
use rank::Stem;
use segments::Segments;
use snippet::Snippets;
use sought::Sought;
use stems::Stems;

/// An entry that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The entry.
    pub entry: Entry,
    /// How well it fits, where the best has 1.
    pub score: f32,
    /// The passage of its body that fits best.
    pub snippet: String,
}

/// Where an entry is that was found, before any of its text is read.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// How well it fits, where the best has 1.
    pub score: f32,
    address: DocAddress,
}

/// An index over entries, in memory or on disk.
pub struct Index {
    reader: IndexReader,
    fields: Fields,
}

/// How many entries are ranked with care; no fewer for a small limit, so that it finds the same as a larger one.
const CANDIDATES: usize = 50;
/// Scores are rounded to a part of this.
const PRECISION: f32 = 1e4;

impl Index {
    /// An index in memory.
    ///
    /// # Errors
    /// When the index cannot be built.
    pub fn of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Result<Self, Error> {
        let entries: Vec<&Entry> = entries.into_iter().collect();
        let (tantivy, fields) = memory::index(&entries)?;
        Self::over(&tantivy, fields)
    }

    pub(crate) fn over(tantivy: &Tantivy, fields: Fields) -> Result<Self, Error> {
        fields::register(tantivy);
        // Texts are read once for an answer: to keep them unpacked would not make the next one faster.
        let reader = tantivy.reader_builder().reload_policy(ReloadPolicy::Manual).doc_store_cache_num_blocks(0);
        let reader = reader.try_into()?;
        Ok(Self { reader, fields })
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        usize::try_from(self.reader.searcher().num_docs()).unwrap_or(usize::MAX)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entries that fit a query best, the best first. A query that says nothing finds nothing.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn search(&self, query: &str, versions: Versions, limit: usize) -> Result<Vec<Hit>, Error> {
        let searcher = self.reader.searcher();
        let (places, mut snippets) = self.find(&searcher, query, versions, limit)?;
        let hit = |Place { score, address }: Place| {
            let Stored(entry) = searcher.doc(address)?;
            let snippet = snippets.of(&entry.body);
            Ok(Hit { entry, score, snippet })
        };
        places.into_iter().map(hit).collect()
    }

    /// Where the entries are that [`Index::search`] finds, for whoever needs only some of them, or only their number.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn places(&self, query: &str, versions: Versions, limit: usize) -> Result<Vec<Place>, Error> {
        Ok(self.find(&self.reader.searcher(), query, versions, limit)?.0)
    }

    /// The entry at a place that this index found.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn entry(&self, place: &Place) -> Result<Entry, Error> {
        let Stored(entry) = self.reader.searcher().doc(place.address)?;
        Ok(entry)
    }

    fn find(
        &self,
        searcher: &Searcher,
        query: &str,
        versions: Versions,
        limit: usize,
    ) -> Result<(Vec<Place>, Snippets), Error> {
        let segments = Segments::new(searcher, self.fields)?;
        let mut stems = Stems::new();
        let mut sought = Sought::new(query, &mut stems);
        let mut wanted = rank::stems(&segments, &sought)?;
        let mut found = ranked(&segments, &sought, &wanted, versions, limit)?;
        if found.is_empty() && !sought.is_empty() && limit > 0 {
            sought = typo::corrected(&sought, searcher, self.fields, &mut stems)?;
            wanted = rank::stems(&segments, &sought)?;
            found = ranked(&segments, &sought, &wanted, versions, limit)?;
        }
        let best = found.first().map_or(1.0, |(score, _)| *score).max(f32::MIN_POSITIVE);
        let place = |(score, address): (f32, DocAddress)| {
            let score = (score / best * PRECISION).round().max(1.0) / PRECISION;
            Place { score, address }
        };
        Ok((found.into_iter().map(place).collect(), Snippets::new(wanted, &sought, stems)))
    }
}

/// Finds candidates by a union of terms, which is fast on any number of entries, and ranks those with care.
fn ranked(
    segments: &Segments<'_>,
    sought: &Sought,
    stems: &[Stem],
    versions: Versions,
    limit: usize,
) -> Result<Vec<(f32, DocAddress)>, Error> {
    if sought.is_empty() || limit == 0 {
        return Ok(Vec::new());
    }
    let most = CANDIDATES.max(limit);
    let own: Vec<&Stem> = stems.iter().filter(|stem| !stem.is_synonym).collect();
    let mut candidates = candidates::best(segments, &own, versions, most)?;
    if candidates.len() < most && own.len() < stems.len() {
        let all: Vec<&Stem> = stems.iter().collect();
        candidates = candidates::best(segments, &all, versions, most)?;
    }
    let mut ranked = rank::ranked(segments, sought, stems, candidates)?;
    ranked.truncate(limit);
    Ok(ranked)
}
