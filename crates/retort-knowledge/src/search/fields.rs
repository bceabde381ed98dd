//! The fields of the index, what each weighs, and entries to and from documents.

use tantivy::query::{BooleanQuery, ConstScoreQuery, Occur, Query, TermQuery};
use tantivy::schema::{
    Field, IndexRecordOption, STORED, STRING, Schema, TantivyDocument, TextFieldIndexing, TextOptions, Value,
};
use tantivy::tokenizer::{TextAnalyzer, TokenizerManager};
use tantivy::{Index, Term};

use super::Versions;
use super::stems::StemmedWords;
use super::terms::Words;
use crate::entry::{Entry, Source, Version};
use crate::error::Error;
use crate::markdown::{Part, parts};

/// How many parts of entries are searched.
pub(super) const PARTS: usize = 5;

/// The fields of the index.
#[derive(Clone, Copy)]
pub(crate) struct Fields {
    pub(crate) id: Field,
    searched: [Searched; PARTS],
    /// The stems of all parts together, those that count more as if they were there more often. Candidates are found
    /// by it: one list a term is read, and not one for each part.
    pub(super) all: Field,
    stored_title: Field,
    stored_tags: Field,
    stored_body: Field,
    version: Field,
    category: Field,
    url: Field,
    /// The file that an entry comes from: what is read again when it changes.
    pub(crate) path: Field,
}

/// A part of entries that is searched, as whole terms and as their stems.
#[derive(Clone, Copy)]
pub(super) struct Searched {
    pub(super) words: Field,
    pub(super) stems: Field,
    /// What a match in it counts.
    pub(super) weight: f32,
    /// How much its length takes away from a match, from 0 (nothing) to 1 (in proportion).
    pub(super) dilution: f32,
}

/// What is searched, what a match in it counts, and how much its length takes away from that. A title says what an
/// entry is about and tags are the words that it should be found by, so they count most, however many they are; the ways
/// in which people ask for it come next. In code the same names come again and again, whatever the subject is.
const SEARCHED: [(&str, f32, f32); PARTS] =
    [("title", 6.0, 0.0), ("tags", 4.0, 0.0), ("asked", 2.0, 0.0), ("body", 1.0, 0.75), ("code", 0.25, 0.75)];

impl Searched {
    /// How often it is counted among all parts.
    fn repeats(self) -> usize {
        if self.weight > 1.0 { REPEATS } else { 1 }
    }
}

/// How often a title or tags are counted among all parts.
const REPEATS: usize = 3;

const WORDS: &str = "words";
const STEMS: &str = "stems";

/// The analysers by their names.
pub(super) fn tokenizers() -> TokenizerManager {
    let tokenizers = TokenizerManager::default();
    tokenizers.register(WORDS, TextAnalyzer::from(Words));
    tokenizers.register(STEMS, TextAnalyzer::from(StemmedWords::new()));
    tokenizers
}

/// Makes the analysers known to an index that was opened.
pub(crate) fn register(index: &Index) {
    index.tokenizers().register(WORDS, TextAnalyzer::from(Words));
    index.tokenizers().register(STEMS, TextAnalyzer::from(StemmedWords::new()));
}

impl Fields {
    /// The schema, and its fields.
    pub(crate) fn new() -> (Schema, Self) {
        let indexed = |tokenizer: &str| {
            let indexing = TextFieldIndexing::default().set_tokenizer(tokenizer);
            TextOptions::default().set_indexing_options(indexing.set_index_option(IndexRecordOption::WithFreqs))
        };
        let mut schema = Schema::builder();
        let fields = Self {
            id: schema.add_text_field("id", STRING | STORED),
            searched: SEARCHED.map(|(name, weight, dilution)| Searched {
                words: schema.add_text_field(name, indexed(WORDS)),
                stems: schema.add_text_field(&format!("{name}_stems"), indexed(STEMS)),
                weight,
                dilution,
            }),
            all: schema.add_text_field("all", indexed(STEMS)),
            stored_title: schema.add_text_field("stored_title", STORED),
            stored_tags: schema.add_text_field("stored_tags", STORED),
            stored_body: schema.add_text_field("stored_body", STORED),
            version: schema.add_text_field("version", STRING | STORED),
            category: schema.add_text_field("category", STRING | STORED),
            url: schema.add_text_field("url", STORED),
            path: schema.add_text_field("path", STRING | STORED),
        };
        (schema.build(), fields)
    }

    /// The fields of a schema that was read from disk.
    pub(crate) fn of(schema: &Schema) -> Result<Self, Error> {
        let (ours, fields) = Self::new();
        if *schema == ours { Ok(fields) } else { Err(Error::OtherSchema) }
    }

    /// The parts of entries that are searched.
    pub(super) fn searched(&self) -> &[Searched] {
        &self.searched
    }

    /// What lets only entries of some versions through; `None` for all.
    pub(super) fn versions(self, versions: Versions) -> Option<Box<dyn Query>> {
        let all = Version::ALL;
        let wanted: Vec<Version> = all.into_iter().filter(|version| versions.has(*version)).collect();
        if wanted.len() == all.len() {
            return None;
        }
        let clause = |version: Version| -> (Occur, Box<dyn Query>) {
            let term = Term::from_field_text(self.version, version.name());
            (Occur::Should, Box::new(TermQuery::new(term, IndexRecordOption::Basic)))
        };
        let any = BooleanQuery::new(wanted.into_iter().map(clause).collect());
        Some(Box::new(ConstScoreQuery::new(Box::new(any), 0.0)))
    }

    /// An entry as a document.
    pub(crate) fn document(self, entry: &Entry) -> TantivyDocument {
        let mut document = TantivyDocument::new();
        let tags = entry.tags.join("\n");
        document.add_text(self.id, &entry.id);
        document.add_text(self.stored_title, &entry.title);
        document.add_text(self.stored_tags, &tags);
        document.add_text(self.stored_body, &entry.body);
        let [title, labels, asked, body, code] = self.searched;
        let texts = parts(&entry.body).map(|(part, text)| (if part == Part::Code { code } else { body }, text));
        let questions = entry.asked.iter().map(|question| (asked, question.as_str()));
        let named = [(title, entry.title.as_str()), (labels, tags.as_str())];
        for (searched, text) in named.into_iter().chain(questions).chain(texts) {
            document.add_text(searched.words, text);
            document.add_text(searched.stems, text);
            for _ in 0..searched.repeats() {
                document.add_text(self.all, text);
            }
        }
        document.add_text(self.version, entry.version.name());
        document.add_text(self.category, &entry.category);
        if let Some(url) = &entry.source.url {
            document.add_text(self.url, url);
        }
        if let Some(path) = &entry.source.path {
            document.add_text(self.path, path);
        }
        document
    }

    /// The entry that a document is.
    pub(super) fn entry(self, document: &TantivyDocument) -> Entry {
        let text = |field| document.get_first(field).and_then(|value| value.as_str().map(String::from));
        let all = |field| text(field).unwrap_or_default();
        Entry {
            id: all(self.id),
            title: all(self.stored_title),
            version: Version::from_name(&all(self.version)).unwrap_or(Version::Both),
            category: all(self.category),
            source: Source { url: text(self.url), path: text(self.path) },
            tags: all(self.stored_tags).lines().map(String::from).collect(),
            asked: Vec::new(),
            body: all(self.stored_body),
        }
    }
}
