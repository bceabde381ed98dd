//! Typing mistakes: where a query finds nothing, its unknown terms are taken for the nearest ones that the index has.

use std::collections::BTreeMap;

use tantivy::query::FuzzyTermQuery;
use tantivy::{Searcher, TantivyError, Term};

use super::Fields;
use super::sought::{Sought, SoughtWord};
use super::stems::Stems;
use super::terms::is_stop_word;
use crate::error::Error;

/// The most terms of a query that are corrected: each is looked for all over the dictionary.
const MOST_WORDS: usize = 16;
/// The most terms that are looked at for one that is unknown.
const MOST_NEAR: usize = 1 << 12;

/// The query with every unknown term replaced by the known one that is nearest and most frequent.
pub(super) fn corrected(
    sought: &Sought,
    searcher: &Searcher,
    fields: Fields,
    stems: &mut Stems,
) -> Result<Sought, Error> {
    let mut words = Vec::with_capacity(sought.words.len());
    for (number, word) in sought.words.iter().enumerate() {
        let near = if number < MOST_WORDS { nearest(&word.text, searcher, fields)? } else { None };
        words.push(near.map_or_else(|| word.clone(), |term| SoughtWord::new(term, word.weight, stems)));
    }
    Ok(Sought { words })
}

/// The most frequent of the known terms that are nearest to an unknown one.
fn nearest(word: &str, searcher: &Searcher, fields: Fields) -> Result<Option<String>, Error> {
    for distance in 0..=tolerated(word) {
        let automaton = || FuzzyTermQuery::new(Term::from_field_text(fields.words, word), distance, true).automaton();
        let mut near: BTreeMap<String, u32> = BTreeMap::new();
        for segment in searcher.segment_readers() {
            let index = segment.inverted_index(fields.words)?;
            let mut known = index.terms().search(automaton()?).into_stream().map_err(TantivyError::from)?;
            while near.len() < MOST_NEAR && known.advance() {
                // What says nothing is in every entry.
                if let Ok(term) = std::str::from_utf8(known.key())
                    && !is_stop_word(term)
                {
                    *near.entry(term.to_owned()).or_default() += known.value().doc_freq;
                }
            }
        }
        let most = near.into_iter().max_by(|one, other| one.1.cmp(&other.1).then_with(|| other.0.cmp(&one.0)));
        if let Some((term, _)) = most {
            return Ok(Some(term));
        }
    }
    Ok(None)
}

/// How many letters of a word may be wrong.
fn tolerated(word: &str) -> u8 {
    match word.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}
