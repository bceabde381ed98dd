//! Whether questions find the entries that answer them, beside a plain ranking on the same entries.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

use retort_knowledge::{Entry, Index, KnowledgeLoader, Versions};
use serde::Deserialize;

#[derive(Deserialize)]
struct Question {
    #[serde(rename = "question")]
    asked: String,
    answers: Vec<String>,
    version: String,
}

/// The sets of questions, each with its name. The fourth was written without sight of tags or of any ranking,
/// and nothing was ever tuned on it.
fn sets() -> Vec<(String, Vec<Question>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("questions");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
    };
    paths.iter().map(read).collect()
}

/// Recall at three and mean reciprocal rank, summed up question by question.
#[derive(Default)]
struct Score {
    asked: f64,
    recalled: f64,
    reciprocal: f64,
}

impl Score {
    fn add<'a>(&mut self, answers: &[String], found: impl Iterator<Item = &'a str>) -> Option<usize> {
        let rank = found.take(10).position(|id| answers.iter().any(|answer| answer == id));
        self.asked += 1.0;
        self.recalled += f64::from(u8::from(rank.is_some_and(|rank| rank < 3)));
        #[expect(clippy::cast_precision_loss)]
        let reciprocal = rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64);
        self.reciprocal += reciprocal;
        rank
    }

    fn recall(&self) -> f64 {
        self.recalled / self.asked
    }

    fn mrr(&self) -> f64 {
        self.reciprocal / self.asked
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "recall@3 {:.3}, MRR {:.3}", self.recall(), self.mrr())
    }
}

#[test]
fn questions_find_their_answers() {
    let entries = KnowledgeLoader::built_in().entries().unwrap();
    let index = Index::of(&entries).unwrap();
    let baselines = [Versions::V4, Versions::V5, Versions::Both, Versions::All].map(|versions| {
        let eligible: Vec<&Entry> = entries.iter().filter(|entry| versions.has(entry.version)).collect();
        (versions, Baseline::of(eligible))
    });
    let sets = sets();
    assert!(sets.iter().map(|(_, questions)| questions.len()).sum::<usize>() >= 80);
    for (set, questions) in &sets {
        let (mut ours, mut plain) = (Score::default(), Score::default());
        for Question { asked, answers, version } in questions {
            for answer in answers {
                assert!(entries.iter().any(|entry| entry.id == *answer), "{asked}: there is no entry {answer}");
            }
            let versions = Versions::named(version).unwrap();
            let hits = index.search(asked, versions, 10).unwrap();
            let rank = ours.add(answers, hits.iter().map(|hit| hit.entry.id.as_str()));
            if rank.is_none_or(|rank| rank > 2) {
                let found: Vec<&str> = hits.iter().take(3).map(|hit| hit.entry.id.as_str()).collect();
                println!("{asked:?} wants {answers:?}, finds {found:?}");
            }
            let (_, baseline) = baselines.iter().find(|(known, _)| *known == versions).unwrap();
            plain.add(answers, baseline.search(asked, 10).into_iter());
        }
        println!("{set}, {} questions: {ours}; plain ranking: {plain}", questions.len());
        assert!(ours.recall() >= 0.95 && ours.mrr() >= 0.85, "{set}: {ours}");
        assert!(ours.recall() >= plain.recall() && ours.mrr() > plain.mrr(), "{set}: {ours}, plain {plain}");
    }
}

const K1: f64 = 1.5;
const B: f64 = 0.75;

/// The ranking that the search is measured against: plain BM25 over a title, tags and a body taken as one text, without
/// stems, weights or identifiers taken apart.
struct Baseline {
    ids: Vec<String>,
    lengths: Vec<f64>,
    average: f64,
    /// For each term, in which entries it is and how often.
    postings: HashMap<String, Vec<(usize, f64)>>,
}

impl Baseline {
    /// Reads entries.
    fn of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Self {
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
    fn search(&self, query: &str, limit: usize) -> Vec<&str> {
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
