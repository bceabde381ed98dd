//! Whether questions find the entries that answer them, beside a plain ranking on the same entries.

use std::fs;
use std::path::Path;

use retort_knowledge::{Baseline, Entry, Index, KnowledgeLoader, Versions};
use serde::Deserialize;

#[derive(Deserialize)]
struct Question {
    #[serde(rename = "question")]
    asked: String,
    answers: Vec<String>,
    version: String,
}

fn questions() -> Vec<Question> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("questions");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let texts: Vec<String> = paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    texts.iter().flat_map(|text| text.lines()).map(|line| serde_json::from_str(line).unwrap()).collect()
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

#[test]
fn questions_find_their_answers() {
    let entries = KnowledgeLoader::built_in().entries().unwrap();
    let index = Index::of(&entries).unwrap();
    let questions = questions();
    assert!(questions.len() >= 80);
    let baselines = [Versions::V4, Versions::V5, Versions::Both, Versions::All].map(|versions| {
        let eligible: Vec<&Entry> = entries.iter().filter(|entry| versions.has(entry.version)).collect();
        (versions, Baseline::of(eligible))
    });
    let (mut ours, mut plain) = (Score::default(), Score::default());
    for Question { asked: question, answers, version } in &questions {
        for answer in answers {
            assert!(entries.iter().any(|entry| entry.id == *answer), "{question}: there is no entry {answer}");
        }
        let versions = Versions::named(version).unwrap();
        let hits = index.search(question, versions, 10).unwrap();
        let rank = ours.add(answers, hits.iter().map(|hit| hit.entry.id.as_str()));
        if rank != Some(0) {
            let found: Vec<&str> = hits.iter().take(3).map(|hit| hit.entry.id.as_str()).collect();
            println!("{}: {question:?} wants {answers:?}, found {found:?}", rank.map_or(99, |rank| rank + 1));
        }
        let (_, baseline) = baselines.iter().find(|(known, _)| *known == versions).unwrap();
        plain.add(answers, baseline.search(question, 10).into_iter());
    }
    println!("{} questions over {} entries", questions.len(), entries.len());
    println!(
        "recall@3 {:.3}, MRR {:.3}; plain ranking: {:.3}, {:.3}",
        ours.recall(),
        ours.mrr(),
        plain.recall(),
        plain.mrr()
    );
    assert!(ours.recall() >= 0.95 && ours.mrr() >= 0.85);
    assert!(ours.recall() >= plain.recall() && ours.mrr() > plain.mrr());
}
