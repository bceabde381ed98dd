//! The ranking that the search is measured against: plain BM25 over a title and a body taken as one text, without
//! stems, weights or identifiers taken apart.

use std::collections::HashMap;

use crate::entry::Entry;

const K1: f64 = 1.5;
const B: f64 = 0.75;

/// Plain BM25 over entries.
pub struct Baseline {
    ids: Vec<String>,
    lengths: Vec<f64>,
    average: f64,
    /// For each term, in which entries it is and how often.
    postings: HashMap<String, Vec<(usize, f64)>>,
}

impl Baseline {
    /// Reads entries.
    pub fn of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Self {
        let (mut ids, mut lengths) = (Vec::new(), Vec::new());
        let mut postings: HashMap<String, Vec<(usize, f64)>> = HashMap::new();
        for (index, entry) in entries.into_iter().enumerate() {
            let text = format!("{} {} {}", entry.title, entry.tags.join(" "), entry.body);
            let mut counts: HashMap<String, f64> = HashMap::new();
            let mut length = 0.0;
            for term in split(&text) {
                *counts.entry(term).or_default() += 1.0;
                length += 1.0;
            }
            for (term, count) in counts {
                postings.entry(term).or_default().push((index, count));
            }
            ids.push(entry.id.clone());
            lengths.push(length);
        }
        #[expect(clippy::cast_precision_loss, reason = "an average")]
        let average = lengths.iter().sum::<f64>() / (lengths.len().max(1) as f64);
        Self { ids, lengths, average, postings }
    }

    /// The ids of the entries that fit best, the best first.
    pub fn search(&self, query: &str, limit: usize) -> Vec<&str> {
        let mut scores = vec![0.0; self.ids.len()];
        #[expect(clippy::cast_precision_loss, reason = "counts of entries")]
        for term in split(query) {
            let Some(found) = self.postings.get(&term) else { continue };
            let (all, with) = (self.ids.len() as f64, found.len() as f64);
            let rarity = (1.0 + (all - with + 0.5) / (with + 0.5)).ln();
            for (index, count) in found {
                let length = self.lengths.get(*index).copied().unwrap_or_default() / self.average;
                if let Some(score) = scores.get_mut(*index) {
                    *score += rarity * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length));
                }
            }
        }
        let mut ranked: Vec<(f64, &str)> = scores.into_iter().zip(self.ids.iter().map(String::as_str)).collect();
        ranked.retain(|(score, _)| *score > 0.0);
        ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
        ranked.into_iter().take(limit).map(|(_, id)| id).collect()
    }
}

fn split(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().into_iter()
}
