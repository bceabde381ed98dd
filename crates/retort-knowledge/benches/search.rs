//! Search beside others, on the same 100,000 passages and the same 1,000 queries, in one run: index size, build time and
//! queries a second of Retort, `bm25s` and `MiniSearch`.
//!
//! The passages are made up, the same in every run. Queries are drawn from passages, so that for each it is known what
//! should be found. Rounds of queries take turns, each on one thread: a busy machine slows all down alike. The others give
//! numbers of passages from memory. Retort is measured twice over its index on disk: giving the places of entries, which
//! is the same, and giving whole entries with snippets.
//!
//! `cargo bench -p retort-knowledge --bench search` prints the table, with the peers that `RETORT_PEERS` names;
//! `-- --quick` takes 10,000 passages, `-- --rounds 9` makes more rounds.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a benchmark may fail loudly")]

use std::collections::{HashMap, HashSet};
use std::fs;
use std::hint::black_box;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::Instant;

use retort_knowledge::base::write_entries;
use retort_knowledge::{Entry, Index, KnowledgeLoader, Place, Source, Version, Versions};
use serde_json::{Value, json};

/// How many queries Retort answers, at least, in the time that another needs for one.
const OF_MINISEARCH: f64 = 5.0;
const OF_BM25S: f64 = 1.0;
const QUERIES: usize = 1_000;
const WORDS: usize = 50_000;
const BEST: usize = 10;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let count = if arguments.iter().any(|argument| argument == "--quick") { 10_000 } else { 100_000 };
    let rounds = arguments.iter().position(|argument| argument == "--rounds");
    let rounds: usize = rounds.map_or(5, |at| arguments[at + 1].parse().expect("a number of rounds"));

    let folder = std::env::temp_dir().join(format!("retort-search-{}", std::process::id()));
    let mut corpus = Corpus::new();
    let entries = corpus.entries(count);
    let queries = corpus.queries(&entries);
    let size = write(&folder, &entries, &queries);
    println!("\nsearch: {count} passages of {size:.1} MB, {QUERIES} queries; medians of {rounds} interleaved rounds\n");

    let mut rows = retort(&folder, &entries, &queries);
    let ours = rows.len();
    match std::env::var_os("RETORT_PEERS").map(PathBuf::from) {
        Some(peers) => rows.extend(run_peers(&peers, &folder)),
        None => println!("the peers that ./test installs are left out: name their folder in RETORT_PEERS\n"),
    }
    for _ in 0..rounds {
        for row in &mut rows {
            row.run();
        }
    }
    print(rows.split_at(ours));
    drop(rows);
    fs::remove_dir_all(&folder).unwrap();
}

/// One way to search, and what was measured of it.
struct Row<'a> {
    name: String,
    /// How much faster Retort is meant to be.
    target: f64,
    /// How long the index took to build, and its size in MB.
    build: Option<(f64, f64)>,
    /// Runs all queries: the seconds, and how many found the passage that they were drawn from.
    ask: Box<dyn FnMut() -> (f64, u64) + 'a>,
    seconds: Vec<f64>,
    found: u64,
}

impl Row<'_> {
    fn run(&mut self) {
        let (seconds, found) = (self.ask)();
        self.seconds.push(seconds);
        self.found = found;
    }

    #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
    fn rate(&self) -> f64 {
        let mut seconds = self.seconds.clone();
        seconds.sort_by(f64::total_cmp);
        QUERIES as f64 / seconds[seconds.len() / 2]
    }
}

fn print((ours, others): (&[Row<'_>], &[Row<'_>])) {
    println!("| | index, MB | build, s | queries/s | found | places are faster by | whole entries are faster by |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for row in ours.iter().chain(others) {
        let (built, size) = row.build.unzip();
        let cell = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.1}"));
        let times: Vec<String> = ours.iter().map(|our| format!("{:.2}×", our.rate() / row.rate())).collect();
        let (name, rate, found, times) = (&row.name, row.rate(), row.found, times.join(" | "));
        println!("| {name} | {} | {} | {rate:.0} | {found} | {times} |", cell(size), cell(built));
    }
    println!("\nfound: for how many queries the passage that they were drawn from is among the ten best\n");
    for other in others {
        for our in ours {
            let (times, target) = (our.rate() / other.rate(), other.target);
            let reached = if times >= target { "reached" } else { "missed" };
            println!("{}: {} is {times:.2}× as fast; the target of {target}× is {reached}", other.name, our.name);
        }
    }
}

/// Retort, over an index on disk: the places of entries, and whole entries with snippets.
fn retort<'a>(folder: &Path, entries: &[Entry], queries: &'a [Query]) -> Vec<Row<'a>> {
    let target = folder.join("retort");
    let start = Instant::now();
    let index = Rc::new(write_entries(&target, entries).unwrap());
    let seconds = start.elapsed().as_secs_f64();
    let mut files = Vec::new();
    list(&target, &mut files);
    let size = |files: &[(PathBuf, u64)]| megabytes(files.iter().map(|(_, size)| size).sum());
    let whole = size(&files);
    files.retain(|(path, _)| path.extension().is_none_or(|end| end != "store"));
    let row = |name: &str, size: f64, ask: fn(&Index, &[Query]) -> (f64, u64)| {
        ask(&index, queries);
        let (name, index) = (format!("Retort, {name}"), Rc::clone(&index));
        let ask = Box::new(move || ask(&index, queries));
        Row { name, target: 1.0, build: Some((seconds, size)), ask, seconds: Vec::new(), found: 0 }
    };
    vec![row("places", size(&files), ask_places), row("whole entries", whole, ask)]
}

fn ask_places(index: &Index, queries: &[Query]) -> (f64, u64) {
    let start = Instant::now();
    let places: Vec<_> = queries.iter().map(|query| index.places(&query.text, Versions::All, BEST).unwrap()).collect();
    let seconds = start.elapsed().as_secs_f64();
    let is_found = |(query, places): (&Query, Vec<Place>)| {
        let id = query.passage.to_string();
        u64::from(places.iter().any(|place| index.entry(place).unwrap().id == id))
    };
    (seconds, queries.iter().zip(places).map(is_found).sum())
}

fn ask(index: &Index, queries: &[Query]) -> (f64, u64) {
    let ids: Vec<String> = queries.iter().map(|query| query.passage.to_string()).collect();
    let mut found = 0;
    let start = Instant::now();
    for (query, id) in queries.iter().zip(&ids) {
        let hits = black_box(index.search(&query.text, Versions::All, BEST).unwrap());
        found += u64::from(hits.iter().any(|hit| hit.entry.id == *id));
    }
    (start.elapsed().as_secs_f64(), found)
}

fn list(folder: &Path, files: &mut Vec<(PathBuf, u64)>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let data = entry.metadata().unwrap();
        if data.is_dir() { list(&entry.path(), files) } else { files.push((entry.path(), data.len())) }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a size for people")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

/// The peers, each with its index built.
fn run_peers(peers: &Path, folder: &Path) -> Vec<Row<'static>> {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/peers");
    let bm25s = |backend: &str| {
        let mut command = Command::new(peers.join("python/bin/python"));
        command.arg(scripts.join("search_bm25s.py")).arg(folder).arg(backend);
        Peer::start(command)
    };
    let mut minisearch = Command::new(peers.join("node_modules/.bin/node"));
    minisearch.arg("--max-old-space-size=8192").arg(scripts.join("search_minisearch.mjs")).arg(folder).arg(peers);
    vec![
        bm25s("numpy").row("one at a time", "one", OF_BM25S),
        bm25s("numba").row("one at a time", "one", OF_BM25S),
        bm25s("numba").row("all at once", "batch", OF_BM25S),
        Peer::start(minisearch).row("one at a time", "one", OF_MINISEARCH),
    ]
}

/// A process that searches when it is told to.
struct Peer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Peer {
    fn start(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a peer is not installed");
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).expect("a peer ended early")
    }

    fn row(mut self, how: &str, way: &'static str, target: f64) -> Row<'static> {
        let built = self.read();
        let effort = Some((built["seconds"].as_f64().unwrap(), megabytes(built["bytes"].as_u64().unwrap())));
        let name = format!("{}, {how}", built["name"].as_str().unwrap());
        let ask = Box::new(move || {
            writeln!(self.input, "{way}").unwrap();
            let said = self.read();
            (said["seconds"].as_f64().unwrap(), said["found"].as_u64().unwrap())
        });
        Row { name, target, build: effort, ask, seconds: Vec::new(), found: 0 }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Writes what the peers read; the size of the passages in MB.
fn write(folder: &Path, entries: &[Entry], queries: &[Query]) -> f64 {
    fs::create_dir_all(folder).unwrap();
    let file = |name| BufWriter::new(fs::File::create(folder.join(name)).unwrap());
    let mut passages = file("passages.jsonl");
    for (number, entry) in entries.iter().enumerate() {
        let Entry { title, tags, body, .. } = entry;
        writeln!(passages, "{}", json!({ "id": number, "title": title, "tags": tags, "body": body })).unwrap();
    }
    passages.flush().unwrap();
    let mut file = file("queries.jsonl");
    for Query { text, passage } in queries {
        writeln!(file, "{}", json!({ "text": text, "passage": passage })).unwrap();
    }
    file.flush().unwrap();
    megabytes(passages.get_ref().metadata().unwrap().len())
}

/// The same numbers in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

/// A query, and the number of the passage that it was drawn from.
struct Query {
    text: String,
    passage: usize,
}

/// Words as often as English has them: those of our own knowledge base by how often they come there, then made-up ones.
struct Corpus {
    dice: Dice,
    words: Vec<String>,
    /// For each word how often it comes, together with those before it.
    shares: Vec<usize>,
}

/// So many of the most frequent words say nothing about a subject, and nobody asks for them.
const FREQUENT: usize = 150;

impl Corpus {
    fn new() -> Self {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for entry in KnowledgeLoader::built_in().entries().unwrap() {
            for word in entry.body.split(|char: char| !char.is_ascii_alphabetic()).filter(|word| word.len() > 1) {
                *counts.entry(word.to_lowercase()).or_default() += 1;
            }
        }
        let mut counted: Vec<(usize, String)> = counts.into_iter().map(|(word, count)| (count, word)).collect();
        counted.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        let mut words: Vec<String> = counted.into_iter().map(|(_, word)| word).take(WORDS).collect();
        let mut known: HashSet<String> = words.iter().cloned().collect();
        let mut dice = Dice(1);
        while words.len() < WORDS {
            let word = made_up(&mut dice);
            if known.insert(word.clone()) {
                words.push(word);
            }
        }
        let mut sum = 0;
        let share = |rank: usize| {
            sum += 100_000_000 / (rank + 3);
            sum
        };
        let shares = (0..WORDS).map(share).collect();
        Self { dice, words, shares }
    }

    /// The rank of a word, drawn by how often it comes.
    fn draw(&mut self) -> usize {
        let at = self.dice.below(self.shares[WORDS - 1]);
        self.shares.partition_point(|share| *share <= at)
    }

    /// The rank of a word that says something.
    fn draw_subject(&mut self) -> usize {
        loop {
            let rank = self.draw();
            if rank >= FREQUENT {
                return rank;
            }
        }
    }

    /// Passages, each with a handful of words that it is about and that come again in it.
    fn entries(&mut self, count: usize) -> Vec<Entry> {
        (0..count).map(|number| self.entry(number)).collect()
    }

    fn entry(&mut self, number: usize) -> Entry {
        let subjects: Vec<usize> = (0..self.dice.between(5, 9)).map(|_| self.draw_subject()).collect();
        let mut title = self.words[subjects[0]].clone();
        for _ in 0..self.dice.between(1, 4) {
            let rank = if self.dice.below(3) == 0 { self.draw() } else { self.dice.pick(&subjects) };
            title.push(' ');
            title.push_str(&self.words[rank]);
        }
        let tags = (0..self.dice.between(1, 3)).map(|_| self.words[self.dice.pick(&subjects)].clone()).collect();
        let mut body = String::new();
        let mut left = 0;
        for _ in 0..self.dice.between(40, 120) {
            let rank = if self.dice.below(6) == 0 { self.dice.pick(&subjects) } else { self.draw() };
            let word = &self.words[rank];
            if left == 0 {
                left = self.dice.between(6, 18);
                body.push_str(if body.is_empty() { "" } else { ". " });
                body.push_str(&capital(word));
            } else {
                body.push(' ');
                body.push_str(word);
            }
            left -= 1;
        }
        body.push('.');
        Entry {
            id: number.to_string(),
            title: capital(&title),
            version: Version::Both,
            category: "passages".to_owned(),
            source: Source::default(),
            tags,
            asked: Vec::new(),
            body,
        }
    }

    /// Queries of two to five words of a passage, one of them from its title.
    fn queries(&mut self, entries: &[Entry]) -> Vec<Query> {
        let frequent: HashSet<&str> = self.words.iter().take(FREQUENT).map(String::as_str).collect();
        let says = |text: &str| -> Vec<String> {
            let words = text.split(|char: char| !char.is_ascii_alphabetic()).map(str::to_lowercase);
            words.filter(|word| !word.is_empty() && !frequent.contains(word.as_str())).collect()
        };
        let mut query = || {
            let passage = self.dice.below(entries.len());
            let (title, body) = (says(&entries[passage].title), says(&entries[passage].body));
            let mut words = vec![self.dice.pick(&title)];
            words.extend((0..self.dice.between(1, 4)).map(|_| self.dice.pick(&body)));
            Query { text: words.join(" "), passage }
        };
        (0..QUERIES).map(|_| query()).collect()
    }
}

fn capital(text: &str) -> String {
    let mut text = text.to_owned();
    text.get_mut(..1).map(str::make_ascii_uppercase);
    text
}

fn made_up(dice: &mut Dice) -> String {
    const OPENINGS: [&str; 20] =
        ["b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "v", "st", "tr", "pl", "gr", "cl", "br", "sh"];
    const VOWELS: [&str; 8] = ["a", "e", "i", "o", "u", "ea", "ou", "ai"];
    const CLOSINGS: [&str; 10] = ["", "", "", "n", "r", "l", "s", "nt", "ck", "m"];
    const ENDINGS: [&str; 12] = ["", "", "", "s", "ed", "ing", "er", "ly", "tion", "al", "ment", "able"];
    let mut word = String::new();
    for _ in 0..dice.between(2, 3) {
        word.push_str(dice.pick(&OPENINGS));
        word.push_str(dice.pick(&VOWELS));
        word.push_str(dice.pick(&CLOSINGS));
    }
    word.push_str(dice.pick(&ENDINGS));
    word
}
