//! The ranking of candidates: BM25 over all parts of an entry together (BM25F). What a term counts in each part is added
//! up first and levels off afterwards, so that an entry with many of the terms beats one with many of the same term.

use tantivy::postings::{BlockSegmentPostings, TermInfo};
use tantivy::{DocAddress, Score};

use super::segments::{List, Segment, Segments};
use super::sought::{Sought, SoughtWord};
use crate::error::Error;

/// How slowly a term that comes again and again levels off. It is higher than is usual for one text, because matches in
/// titles and tags count several times.
pub(super) const SATURATION: f32 = 3.0;
/// How much the length of an entry takes away from a match, from 0 (nothing) to 1 (in proportion).
const DILUTION: f32 = 0.75;
/// How much more a term counts where it stands as it was asked for, and not in another form.
const EXACT: f32 = 0.6;
/// What a match in code counts beside one in the text: there the same names come again and again, whatever the subject.
const CODE: f32 = 0.25;
/// Tames the weight of rare terms, of which questions have many that only tell a story.
const RARITY_POWER: f32 = 0.5;
/// How much more an entry counts whose title says just what was asked for.
const TITLE: f32 = 0.3;

/// What is left of a match in an entry of a length, in proportion to the average.
pub(super) fn dilution(length: f32) -> f32 {
    1.0 / (1.0 - DILUTION + DILUTION * length)
}

/// A stem that is looked for, and what the index knows of it.
pub(super) struct Stem {
    pub(super) text: String,
    /// What it counts, by how it was asked for and by how rare it is: the inverse document frequency of BM25.
    pub(super) value: f32,
    /// Whether it is another word for what was asked for.
    pub(super) is_synonym: bool,
    /// Where it is, for each part of the index.
    pub(super) lists: Vec<Option<TermInfo>>,
}

impl Stem {
    fn new(segments: &Segments<'_>, text: &str, weight: f32, is_synonym: bool) -> Result<Self, Error> {
        let lists = segments.each.iter().map(|segment| segment.all.find(text)).collect::<Result<Vec<_>, _>>()?;
        #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
        let with = lists.iter().flatten().map(|list| list.doc_freq as f32).sum::<f32>();
        let rarity = (1.0 + ((segments.count - with).max(0.0) + 0.5) / (with + 0.5)).ln().powf(RARITY_POWER);
        Ok(Self { text: text.to_owned(), value: weight * rarity, is_synonym, lists })
    }
}

/// The stems of a query, word by word, each with its synonyms behind it.
pub(super) fn stems(segments: &Segments<'_>, sought: &Sought) -> Result<Vec<Stem>, Error> {
    let stems = sought.words.iter().flat_map(|word| word.stems().enumerate());
    stems.map(|(at, (stem, weight))| Stem::new(segments, stem, weight, at > 0)).collect()
}

/// Candidates with their scores, the best first.
pub(super) fn ranked(
    segments: &Segments<'_>,
    sought: &Sought,
    stems: &[Stem],
    mut candidates: Vec<DocAddress>,
) -> Result<Vec<(Score, DocAddress)>, Error> {
    candidates.sort_unstable();
    let mut ranked = Vec::with_capacity(candidates.len());
    for group in candidates.chunk_by(|one, other| one.segment_ord == other.segment_ord) {
        let Some(number) = group.first().map(|first| first.segment_ord as usize) else { continue };
        let Some(segment) = segments.each.get(number) else { continue };
        let mut group = Group::new(segments, segment, number, group);
        let mut stems = stems;
        for word in &sought.words {
            let (own, rest) = stems.split_at_checked(1 + word.others.len()).unwrap_or_default();
            stems = rest;
            group.add_word(word, own)?;
        }
        group.finish(sought, &mut ranked);
    }
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    Ok(ranked)
}

/// The candidates of a part of the index.
struct Group<'a> {
    segment: &'a Segment<'a>,
    number: usize,
    candidates: Vec<Candidate>,
    /// The list at hand. It is large, so that one is used for all.
    postings: Option<BlockSegmentPostings>,
}

struct Candidate {
    address: DocAddress,
    /// What is left of a match in an entry of this length.
    dilution: f32,
    score: f32,
    /// How many words of the query its title has.
    covered: u32,
    /// What the stem at hand counts, and what the best for its word does.
    mass: f32,
    best: f32,
}

impl<'a> Group<'a> {
    fn new(segments: &Segments<'_>, segment: &'a Segment<'a>, number: usize, addresses: &[DocAddress]) -> Self {
        let candidate = |address: &DocAddress| {
            #[expect(clippy::cast_precision_loss, reason = "a length in words")]
            let length = segment.all.lengths.fieldnorm(address.doc_id) as f32;
            let dilution = dilution(length / segments.average);
            Candidate { address: *address, dilution, score: 0.0, covered: 0, mass: 0.0, best: 0.0 }
        };
        let candidates = addresses.iter().map(candidate).collect();
        Self { segment, number, candidates, postings: None }
    }

    /// Adds what a word counts: by itself or by another word for the same thing, whichever is more. `stems` are its own
    /// and those of the others.
    fn add_word(&mut self, word: &SoughtWord, stems: &[Stem]) -> Result<(), Error> {
        let segment = self.segment;
        for stem in stems {
            // What does not have the stem has no form of the word.
            let Some(Some(list)) = stem.lists.get(self.number) else { continue };
            self.visit(&segment.all, list, |candidate, count| candidate.mass = count * candidate.dilution)?;
            if let Some(list) = segment.code.find(&stem.text)? {
                self.visit(&segment.code, &list, |candidate, count| {
                    candidate.mass -= (1.0 - CODE) * count * candidate.dilution;
                })?;
            }
            if !stem.is_synonym {
                if let Some(list) = segment.words.find(&word.text)? {
                    self.visit(&segment.words, &list, |candidate, count| {
                        candidate.mass += EXACT * count * candidate.dilution;
                    })?;
                }
                if let Some(list) = segment.title.find(&stem.text)? {
                    self.visit(&segment.title, &list, |candidate, _| candidate.covered += 1)?;
                }
            }
            for candidate in &mut self.candidates {
                let mass = std::mem::take(&mut candidate.mass).max(0.0);
                candidate.best = candidate.best.max(stem.value * (SATURATION + 1.0) * mass / (mass + SATURATION));
            }
        }
        for candidate in &mut self.candidates {
            candidate.score += std::mem::take(&mut candidate.best);
        }
        Ok(())
    }

    /// Goes through the candidates that have a term, with how often they have it.
    fn visit(&mut self, list: &List, term: &TermInfo, mut visit: impl FnMut(&mut Candidate, f32)) -> Result<(), Error> {
        let postings = list.read(term, &mut self.postings)?;
        let mut at = 0;
        for candidate in &mut self.candidates {
            let doc = candidate.address.doc_id;
            // Where the list is already behind a candidate, it does not have the term.
            if postings.doc(at) < doc {
                at = postings.seek(doc);
            }
            if postings.doc(at) == doc {
                #[expect(clippy::cast_precision_loss, reason = "a count of words")]
                visit(candidate, postings.freq(at) as f32);
            }
        }
        Ok(())
    }

    /// Gives an entry more whose title says just what was asked for: by how much of it the words of the query are, and
    /// it of them.
    fn finish(self, sought: &Sought, ranked: &mut Vec<(Score, DocAddress)>) {
        let words = u32::try_from(sought.words.len()).unwrap_or(u32::MAX);
        for candidate in self.candidates {
            let length = self.segment.title.lengths.fieldnorm(candidate.address.doc_id);
            #[expect(clippy::cast_precision_loss, reason = "a share of a few words")]
            let share = candidate.covered as f32 / length.max(words).max(1) as f32;
            ranked.push((candidate.score * (1.0 + TITLE * share), candidate.address));
        }
    }
}
