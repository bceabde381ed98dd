//! Typing mistakes: where a query finds nothing, its terms are taken for the nearest ones that the index has.

use tantivy::{Searcher, TantivyError};

use super::{Fields, Sought, SoughtWord, Stems};
use crate::error::Error;

/// The most terms of the index that are compared: a big index has more than anybody mistypes.
const MOST: usize = 500_000;

/// The query with every unknown term replaced by the known one that is nearest and most frequent.
pub(super) fn corrected(
    sought: &Sought,
    searcher: &Searcher,
    fields: Fields,
    stems: &mut Stems,
) -> Result<Sought, Error> {
    let mut best: Vec<Option<(usize, u32, String)>> = vec![None; sought.words.len()];
    let mut compared = 0;
    for segment in searcher.segment_readers() {
        let index = segment.inverted_index(fields.body)?;
        let mut known = index.terms().stream().map_err(TantivyError::from)?;
        while known.advance() && compared < MOST {
            compared += 1;
            let Ok(term) = std::str::from_utf8(known.key()) else { continue };
            let frequency = known.value().doc_freq;
            for (word, best) in sought.words.iter().zip(&mut best) {
                let most = tolerated(&word.text);
                if most == 0 || term.len().abs_diff(word.text.len()) > most {
                    continue;
                }
                let distance = strsim::osa_distance(&word.text, term);
                let is_nearer = |(least, count, _): &(usize, u32, String)| (distance, *count) < (*least, frequency);
                if distance <= most && best.as_ref().is_none_or(is_nearer) {
                    *best = Some((distance, frequency, term.to_owned()));
                }
            }
        }
    }
    let words = sought.words.iter().zip(best).map(|(word, best)| match best {
        Some((_, _, term)) => SoughtWord::new(term, word.weight, stems),
        None => word.clone(),
    });
    Ok(Sought { words: words.collect() })
}

/// How many letters of a word may be wrong.
fn tolerated(word: &str) -> usize {
    match word.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}
