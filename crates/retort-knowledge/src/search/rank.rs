//! The ranking of candidates: BM25 over all parts of an entry together (BM25F). What a term counts in each part is added
//! up first and levels off afterwards, so that an entry with many of the terms beats one with many of the same term.

use std::sync::Arc;

use tantivy::postings::Postings;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocAddress, DocId, DocSet, InvertedIndexReader, Score, Searcher, SegmentReader, Term};

use super::Fields;
use super::fields::{PARTS, Searched};
use super::sought::{Sought, SoughtWord};
use crate::error::Error;

/// How slowly a term that comes again and again levels off. It is higher than is usual for one text, because matches in
/// titles and tags count several times.
const SATURATION: f32 = 8.0;
/// How much more a term counts where it stands as it was asked for, and not in another form.
const EXACT: f32 = 0.6;
/// Tames the weight of rare terms, of which questions have many that only tell a story.
const RARITY_POWER: f32 = 0.65;

/// How much more an entry counts whose title says just what was asked for.
const TITLE: f32 = 0.3;

/// A stem that is looked for, and what the index knows of it.
pub(super) struct Stem {
    pub(super) text: String,
    /// What it counts by how it was asked for.
    pub(super) weight: f32,
    /// What it counts by that and by how rare it is: the inverse document frequency of BM25.
    pub(super) value: f32,
    /// Whether it is another word for what was asked for.
    pub(super) is_synonym: bool,
    /// How many entries have it in each of their parts. Where none has it, there is nothing to look for.
    pub(super) counts: [u64; PARTS],
}

impl Stem {
    fn new(searcher: &Searcher, fields: Fields, text: &str, weight: f32, is_synonym: bool) -> Result<Self, Error> {
        let mut counts = [0; PARTS];
        for (count, searched) in counts.iter_mut().zip(fields.searched()) {
            *count = searcher.doc_freq(&Term::from_field_text(searched.stems, text))?;
        }
        let most = counts.into_iter().max().unwrap_or_default();
        #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
        let (all, with) = (searcher.num_docs() as f32, most as f32);
        let rarity = (1.0 + (all - with).max(0.0) / (with + 0.5) + 0.5 / (with + 0.5)).ln().powf(RARITY_POWER);
        Ok(Self { text: text.to_owned(), weight, value: weight * rarity, is_synonym, counts })
    }

    /// Whether any entry has it.
    pub(super) fn is_known(&self) -> bool {
        self.counts.iter().any(|count| *count > 0)
    }
}

/// The stems of a query, word by word, each with its synonyms behind it.
pub(super) fn stems(searcher: &Searcher, fields: Fields, sought: &Sought) -> Result<Vec<Stem>, Error> {
    let stems = sought.words.iter().flat_map(|word| word.stems().enumerate());
    stems.map(|(at, (stem, weight))| Stem::new(searcher, fields, stem, weight, at > 0)).collect()
}

/// Candidates with their scores, the best first.
pub(super) fn ranked(
    searcher: &Searcher,
    fields: Fields,
    sought: &Sought,
    stems: &[Stem],
    mut candidates: Vec<DocAddress>,
) -> Result<Vec<(Score, DocAddress)>, Error> {
    candidates.sort_unstable();
    let averages: Vec<f32> = fields.searched().iter().map(|part| average(searcher, part)).collect::<Result<_, _>>()?;
    let mut ranked = Vec::with_capacity(candidates.len());
    for group in candidates.chunk_by(|one, other| one.segment_ord == other.segment_ord) {
        let Some(first) = group.first() else { continue };
        let segment = searcher.segment_reader(first.segment_ord);
        let docs: Vec<DocId> = group.iter().map(|address| address.doc_id).collect();
        let parts = fields.searched().iter().zip(&averages);
        let parts: Vec<Part<'_>> =
            parts.map(|(part, mean)| Part::new(segment, *part, *mean, &docs)).collect::<Result<_, _>>()?;
        let mut scores = vec![0.0; docs.len()];
        let mut stems = stems;
        for word in &sought.words {
            let (own, rest) = stems.split_at_checked(1 + word.others.len()).unwrap_or_default();
            stems = rest;
            add_word(word, own, &parts, &mut scores)?;
        }
        if let Some(title) = parts.first() {
            for (score, share) in scores.iter_mut().zip(title.shares(segment, sought)?) {
                *score *= 1.0 + TITLE * share;
            }
        }
        ranked.extend(scores.into_iter().zip(group.iter().copied()));
    }
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    Ok(ranked)
}

/// The average length of a part over all entries.
fn average(searcher: &Searcher, part: &Searched) -> Result<f32, Error> {
    let mut tokens = 0;
    for segment in searcher.segment_readers() {
        tokens += segment.inverted_index(part.stems)?.total_num_tokens();
    }
    #[expect(clippy::cast_precision_loss, reason = "an average")]
    Ok((tokens as f32 / searcher.num_docs().max(1) as f32).max(1.0))
}

/// Adds what a word counts: by itself or by another word for the same thing, whichever is more. `stems` are its own and
/// those of the others.
fn add_word(word: &SoughtWord, stems: &[Stem], parts: &[Part<'_>], scores: &mut [f32]) -> Result<(), Error> {
    let mut best = vec![0.0_f32; scores.len()];
    for stem in stems {
        let mut mass = vec![0.0; scores.len()];
        // A part without the stem has no form of the word.
        for (part, _) in parts.iter().zip(stem.counts).filter(|(_, count)| *count > 0) {
            part.add(&part.stems, part.searched.stems, &stem.text, 1.0, &mut mass)?;
            if !stem.is_synonym {
                part.add(&part.words, part.searched.words, &word.text, EXACT, &mut mass)?;
            }
        }
        let weight = stem.value * (SATURATION + 1.0);
        for (best, mass) in best.iter_mut().zip(mass) {
            *best = best.max(weight * mass / (mass + SATURATION));
        }
    }
    for (score, best) in scores.iter_mut().zip(best) {
        *score += best;
    }
    Ok(())
}

/// A part of the candidates of a segment.
struct Part<'a> {
    words: Arc<InvertedIndexReader>,
    stems: Arc<InvertedIndexReader>,
    searched: Searched,
    docs: &'a [DocId],
    /// What one match in it counts, for each candidate.
    counts: Vec<f32>,
}

impl<'a> Part<'a> {
    fn new(segment: &'a SegmentReader, searched: Searched, average: f32, docs: &'a [DocId]) -> Result<Self, Error> {
        let dilution = searched.dilution;
        let counts = if dilution > 0.0 {
            let lengths = segment.get_fieldnorms_reader(searched.stems)?;
            #[expect(clippy::cast_precision_loss, reason = "a length in words")]
            let relative = |doc: &DocId| lengths.fieldnorm(*doc) as f32 / average;
            docs.iter().map(|doc| searched.weight / (1.0 - dilution + dilution * relative(doc))).collect()
        } else {
            vec![searched.weight; docs.len()]
        };
        let (words, stems) = (segment.inverted_index(searched.words)?, segment.inverted_index(searched.stems)?);
        Ok(Self { words, stems, searched, docs, counts })
    }

    /// How much of it the words of a query are, and it of them: 1 where it says those words and no other.
    fn shares(&self, segment: &SegmentReader, sought: &Sought) -> Result<Vec<f32>, Error> {
        let lengths = segment.get_fieldnorms_reader(self.searched.stems)?;
        let mut covered = vec![0_u32; self.docs.len()];
        for word in &sought.words {
            let mut mass = vec![0.0; self.docs.len()];
            self.add(&self.stems, self.searched.stems, &word.stem, 1.0, &mut mass)?;
            for (covered, mass) in covered.iter_mut().zip(mass) {
                *covered += u32::from(mass > 0.0);
            }
        }
        let words = u32::try_from(sought.words.len()).unwrap_or(u32::MAX);
        #[expect(clippy::cast_precision_loss, reason = "a share of a few words")]
        let share = |(doc, covered): (&DocId, u32)| covered as f32 / lengths.fieldnorm(*doc).max(words).max(1) as f32;
        Ok(self.docs.iter().zip(covered).map(share).collect())
    }

    /// Adds how often a term is in each of the candidates.
    fn add(
        &self,
        index: &InvertedIndexReader,
        field: Field,
        text: &str,
        weight: f32,
        mass: &mut [f32],
    ) -> Result<(), Error> {
        let term = Term::from_field_text(field, text);
        let Some(mut postings) =
            index.read_postings(&term, IndexRecordOption::WithFreqs).map_err(tantivy::TantivyError::from)?
        else {
            return Ok(());
        };
        for ((doc, count), mass) in self.docs.iter().zip(&self.counts).zip(mass) {
            // Where the postings are already behind a candidate, it does not have the term.
            if postings.doc() < *doc {
                postings.seek(*doc);
            }
            if postings.doc() == *doc {
                #[expect(clippy::cast_precision_loss, reason = "a count of words")]
                let frequency = postings.term_freq() as f32;
                *mass += weight * count * frequency;
            }
        }
        Ok(())
    }
}
