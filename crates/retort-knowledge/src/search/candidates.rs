//! Candidates: the entries that have the most of the stems of a query, by the list of each stem alone. The lists are
//! read side by side through windows of entries small enough to stay at hand, each adding what its stem counts; that is
//! a few nanoseconds for an entry, and needs neither an order among the lists nor memory for all entries.

use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::{BlockSegmentPostings, SegmentPostings};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, DocId, DocSet, TantivyError};

use super::Versions;
use super::rank::{self, Stem};
use super::segments::{Segment, Segments};
use crate::error::Error;

/// How many entries are scored together.
const WINDOW: u32 = 1 << 12;
type Window = [f32; WINDOW as usize];
/// How many scores are compared at once.
const LANES: usize = 16;

/// The entries that fit best, judged by what stems count together.
pub(super) fn best(
    segments: &Segments<'_>,
    stems: &[&Stem],
    versions: Versions,
    most: usize,
) -> Result<Vec<DocAddress>, Error> {
    let mut best = Best { found: Vec::with_capacity(2 * most), most, least: 0.0 };
    let versions = segments.fields.versions(versions);
    let norms = norms(segments.average);
    let mut scores: Window = [0.0; WINDOW as usize];
    for (segment_ord, segment) in (0..).zip(&segments.each) {
        let mut lists = Vec::with_capacity(stems.len());
        for stem in stems {
            if let Some(Some(term)) = stem.lists.get(segment_ord as usize) {
                lists.push(List { postings: segment.all.open(term)?, at: 0, weight: stem.value });
            }
        }
        let mut wanted = Filter::new(segment, versions.as_deref())?;
        while let Some(next) = lists.iter().filter_map(List::doc).min() {
            let first = next - next % WINDOW;
            for list in &mut lists {
                list.add(first, &norms, &segment.all.lengths, &mut scores);
            }
            for (doc, scores) in (first..).step_by(LANES).zip(scores.as_chunks_mut::<LANES>().0) {
                if exceed(scores, best.least) {
                    best.take(scores, DocAddress { segment_ord, doc_id: doc }, &mut wanted);
                }
                *scores = [0.0; LANES];
            }
        }
    }
    best.cut();
    Ok(best.found.into_iter().map(|(_, address)| address).collect())
}

/// Whether any of the scores is higher than the least. None is below zero, and such numbers have the order of their
/// bits: the signs of the differences say it for all at once.
fn exceed(scores: &[f32; LANES], least: f32) -> bool {
    let bits = |score: f32| score.to_bits().cast_signed();
    let least = bits(least);
    scores.iter().fold(0, |signs, score| signs | least.wrapping_sub(bits(*score))) < 0
}

/// What the length of an entry adds to how often a term has to come, for each length that is told apart.
fn norms(average: f32) -> [f32; 256] {
    let mut norms = [0.0; 256];
    for (id, norm) in (0..=u8::MAX).zip(&mut norms) {
        #[expect(clippy::cast_precision_loss, reason = "a length in words")]
        let length = FieldNormReader::id_to_fieldnorm(id) as f32;
        *norm = rank::SATURATION / rank::dilution(length / average);
    }
    norms
}

/// The entries with a stem.
struct List {
    postings: BlockSegmentPostings,
    /// Where in the block of entries that is at hand.
    at: usize,
    weight: f32,
}

impl List {
    /// The entry that comes next.
    fn doc(&self) -> Option<DocId> {
        self.postings.docs().get(self.at).copied()
    }

    /// Adds what the stem counts in the entries of the window that begins with `first`.
    fn add(&mut self, first: DocId, norms: &[f32; 256], lengths: &FieldNormReader, scores: &mut Window) {
        let end = first.saturating_add(WINDOW);
        while let (Some(docs @ [_, ..]), Some(counts)) =
            (self.postings.docs().get(self.at..), self.postings.freqs().get(self.at..))
        {
            let within = match docs {
                [.., last] if *last < end => docs.len(),
                _ => docs.partition_point(|doc| *doc < end),
            };
            for (doc, count) in docs.iter().zip(counts).take(within) {
                #[expect(clippy::cast_precision_loss, reason = "a count of words")]
                let count = *count as f32;
                let norm = norms[usize::from(lengths.fieldnorm_id(*doc))];
                scores[(doc % WINDOW) as usize] += self.weight * count / (count + norm);
            }
            if within < docs.len() {
                self.at += within;
                return;
            }
            self.postings.advance();
            self.at = 0;
        }
    }
}

/// Lets through what is not deleted and is of the versions that are asked for. Entries come in their order.
struct Filter<'a> {
    segment: &'a Segment<'a>,
    versions: Option<Vec<SegmentPostings>>,
}

impl<'a> Filter<'a> {
    fn new(segment: &'a Segment<'a>, versions: Option<&[tantivy::Term]>) -> Result<Self, Error> {
        let read = |term: &tantivy::Term| -> Result<Option<SegmentPostings>, Error> {
            let index = segment.reader.inverted_index(term.field())?;
            Ok(index.read_postings(term, IndexRecordOption::Basic).map_err(TantivyError::from)?)
        };
        let read = |versions: &[tantivy::Term]| versions.iter().filter_map(|term| read(term).transpose()).collect();
        Ok(Self { segment, versions: versions.map(read).transpose()? })
    }

    fn has(&mut self, doc: DocId) -> bool {
        let is_alive = self.segment.reader.alive_bitset().is_none_or(|alive| alive.is_alive(doc));
        is_alive
            && self.versions.as_mut().is_none_or(|versions| {
                versions
                    .iter_mut()
                    .any(|postings| postings.doc() == doc || postings.doc() < doc && postings.seek(doc) == doc)
            })
    }
}

/// The best that were found so far.
struct Best {
    found: Vec<(f32, DocAddress)>,
    most: usize,
    /// What has to be exceeded.
    least: f32,
}

impl Best {
    /// Takes what is better than the least. It is called seldom, and apart from the loop that calls it the compiler makes
    /// a better one of that.
    #[cold]
    #[inline(never)]
    fn take(&mut self, scores: &[f32; LANES], first: DocAddress, wanted: &mut Filter<'_>) {
        for (doc_id, score) in (first.doc_id..).zip(scores) {
            if *score > self.least && wanted.has(doc_id) {
                self.add(*score, DocAddress { doc_id, ..first });
            }
        }
    }

    fn add(&mut self, score: f32, address: DocAddress) {
        self.found.push((score, address));
        if self.found.len() == 2 * self.most {
            self.cut();
        }
    }

    /// Leaves only as many as are wanted. Of equals the first stay.
    fn cut(&mut self) {
        if self.found.len() > self.most {
            let order = |one: &(f32, DocAddress), other: &(f32, DocAddress)| {
                other.0.total_cmp(&one.0).then(one.1.cmp(&other.1))
            };
            let (_, last, _) = self.found.select_nth_unstable_by(self.most - 1, order);
            self.least = last.0;
            self.found.truncate(self.most);
        }
    }
}
