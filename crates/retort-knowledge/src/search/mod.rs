//! Search: BM25 over titles, tags and bodies, whole terms beside their stems. What is in a title weighs more than
//! what is in a tag, and that more than what is in a body.

mod baseline;
mod fields;
mod snippet;
mod terms;
mod typo;

pub use baseline::Baseline;
pub(crate) use fields::{Fields, register};

use std::collections::HashSet;
use std::path::Path;

use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, BoostQuery, Occur, Query, TermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::tokenizer::{Language, RawTokenizer, Stemmer, TextAnalyzer, TokenStream};
use tantivy::{DocAddress, Index as Tantivy, IndexReader, ReloadPolicy, Searcher, SingleSegmentIndexWriter, Term};

use crate::entry::{Entry, Version};
use crate::error::Error;
use terms::{Words, is_stop_word};

/// Which entries a search is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Versions {
    /// Those of version 4, and those of both.
    V4,
    /// Those of version 5, and those of both.
    #[default]
    V5,
    /// Only those that hold for both.
    Both,
    /// All of them.
    All,
}

impl Versions {
    /// The choice of that name: `v4`, `v5`, `both` or `all`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "v4" => Some(Self::V4),
            "v5" => Some(Self::V5),
            "both" => Some(Self::Both),
            "all" => Some(Self::All),
            _ => None,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::V4 => "v4",
            Self::V5 => "v5",
            Self::Both => "both",
            Self::All => "all",
        }
    }

    /// Whether an entry of that version is meant.
    pub fn has(self, version: Version) -> bool {
        match self {
            Self::All => true,
            Self::Both => version == Version::Both,
            Self::V4 => version != Version::V5,
            Self::V5 => version != Version::V4,
        }
    }
}

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

/// An index over entries, in memory or on disk.
pub struct Index {
    reader: IndexReader,
    fields: Fields,
}

/// How much memory an index of a few hundred entries is built in.
const MEMORY: usize = 32 << 20;

impl Index {
    /// An index in memory.
    ///
    /// # Errors
    /// When the index cannot be built.
    pub fn of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Result<Self, Error> {
        let (schema, fields) = Fields::new();
        let tantivy = Tantivy::builder().schema(schema).tokenizers(fields::tokenizers());
        let mut writer: SingleSegmentIndexWriter =
            tantivy.single_segment_index_writer(tantivy::directory::RamDirectory::create(), MEMORY)?;
        for entry in entries {
            writer.add_document(fields.document(entry))?;
        }
        let tantivy = writer.finalize()?;
        Self::over(&tantivy, fields)
    }

    /// The index in a folder, which is read through a memory map.
    ///
    /// # Errors
    /// When there is none.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let tantivy = Tantivy::open_in_dir(folder)?;
        let fields = Fields::of(&tantivy.schema())?;
        Self::over(&tantivy, fields)
    }

    pub(crate) fn over(tantivy: &Tantivy, fields: Fields) -> Result<Self, Error> {
        fields::register(tantivy);
        let reader = tantivy.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
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
        let mut stems = Stems::new();
        let sought = Sought::new(query, &mut stems);
        let mut found = self.find(&searcher, &sought, versions, limit)?;
        let mut meant = sought;
        if found.is_empty() && !meant.is_empty() {
            meant = typo::corrected(&meant, &searcher, self.fields, &mut stems)?;
            found = self.find(&searcher, &meant, versions, limit)?;
        }
        let best = found.first().map_or(1.0, |(score, _)| *score).max(f32::MIN_POSITIVE);
        let hit = |(score, address): (f32, DocAddress)| {
            let entry = self.fields.entry(&searcher.doc(address)?);
            let weigh = |stem: &str| self.rarity(&searcher, stem);
            let snippet = snippet::of(&entry.body, &meant, &mut stems, &weigh);
            Ok(Hit { snippet, entry, score: (score / best * 1e4).round() / 1e4 })
        };
        found.into_iter().map(hit).collect()
    }

    /// How rare a stem is among the bodies.
    fn rarity(&self, searcher: &Searcher, stem: &str) -> f32 {
        let term = Term::from_field_text(self.fields.body_stems, stem);
        let frequency = searcher.doc_freq(&term).unwrap_or_default();
        #[expect(clippy::cast_precision_loss, reason = "a weight needs no more")]
        let share = searcher.num_docs() as f32 / (1 + frequency) as f32;
        (1.0 + share).ln()
    }

    fn find(
        &self,
        searcher: &Searcher,
        sought: &Sought,
        versions: Versions,
        limit: usize,
    ) -> Result<Vec<(f32, DocAddress)>, Error> {
        if sought.is_empty() || limit == 0 {
            return Ok(Vec::new());
        }
        let union = self.query(sought);
        let query: Box<dyn Query> = match self.fields.versions(versions) {
            Some(filter) => Box::new(BooleanQuery::new(vec![(Occur::Must, union), (Occur::Must, filter)])),
            None => union,
        };
        Ok(searcher.search(&query, &TopDocs::with_limit(limit).order_by_score())?)
    }

    /// Every term in every field, each with the weight of the field.
    fn query(&self, sought: &Sought) -> Box<dyn Query> {
        let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
        let mut add = |field, text: &str, weight: f32| {
            let term = TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::WithFreqs);
            clauses.push((Occur::Should, Box::new(BoostQuery::new(Box::new(term), weight))));
        };
        for word in &sought.words {
            for (field, weight) in self.fields.exact() {
                add(field, &word.text, weight * word.weight);
            }
            for (field, weight) in self.fields.stemmed() {
                add(field, &word.stem, weight * word.weight);
            }
        }
        Box::new(BooleanQuery::new(clauses))
    }
}

/// What a query asks for: its terms that mean something, each once.
pub(super) struct Sought {
    words: Vec<SoughtWord>,
}

/// A term of a query.
#[derive(Clone, Debug)]
pub(super) struct SoughtWord {
    text: String,
    stem: String,
    weight: f32,
}

/// How much the parts of an identifier weigh beside the identifier itself.
const PART: f32 = 0.6;
/// The most terms of a query that are looked for.
const MOST_TERMS: usize = 64;

impl Sought {
    fn new(query: &str, stems: &mut Stems) -> Self {
        let mut seen = HashSet::new();
        let mut last = None;
        let mut words = Vec::new();
        for term in terms::terms(query) {
            let is_part = last.replace(term.word) == Some(term.word);
            if is_stop_word(&term.text) || words.len() >= MOST_TERMS || !seen.insert(term.text.clone()) {
                continue;
            }
            words.push(SoughtWord::new(term.text, if is_part { PART } else { 1.0 }, stems));
        }
        Self { words }
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

impl SoughtWord {
    fn new(text: String, weight: f32, stems: &mut Stems) -> Self {
        let stem = stems.of(&text);
        Self { text, stem, weight }
    }
}

/// The stems of English words.
pub(super) struct Stems(TextAnalyzer);

impl Stems {
    fn new() -> Self {
        Self(TextAnalyzer::builder(RawTokenizer::default()).filter(Stemmer::new(Language::English)).build())
    }

    fn of(&mut self, word: &str) -> String {
        let mut stream = self.0.token_stream(word);
        if stream.advance() { stream.token().text.clone() } else { word.to_owned() }
    }
}

/// Terms and their stems for the index.
fn stemmed_words() -> TextAnalyzer {
    TextAnalyzer::builder(Words).filter(Stemmer::new(Language::English)).build()
}
