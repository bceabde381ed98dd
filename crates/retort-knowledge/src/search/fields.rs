//! The fields of the index, what each weighs, and entries to and from documents.

use std::sync::LazyLock;

use tantivy::schema::document::{DeserializeError, DocumentDeserialize, DocumentDeserializer};
use tantivy::schema::{
    Field, IndexRecordOption, STORED, STRING, Schema, TantivyDocument, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{TextAnalyzer, TokenizerManager};
use tantivy::{Index, Term};

use super::Versions;
use super::stems::StemmedWords;
use super::terms::Words;
use super::weighted::{Weighted, weighted};
use crate::entry::{Entry, Source, Version};
use crate::error::Error;
use crate::markdown::{Part, parts};

/// The fields of the index.
#[derive(Clone, Copy)]
pub(crate) struct Fields {
    pub(crate) id: Field,
    /// The stems of all parts of an entry, those that count more as if they were there more often: how often a stem is
    /// there is what it counts.
    pub(super) all: Field,
    /// The same as it is written.
    pub(super) words: Field,
    /// The stems of the title alone.
    pub(super) title: Field,
    /// The stems of the code alone.
    pub(super) code: Field,
    stored_title: Field,
    stored_tags: Field,
    stored_body: Field,
    version: Field,
    category: Field,
    url: Field,
    /// The file that an entry comes from: what is read again when it changes.
    pub(crate) path: Field,
}

/// What a match counts in a title, in tags, in the ways in which people ask, and in the text. A title says what an entry
/// is about and tags are the words that it should be found by, so they count most.
const TITLE: u8 = 6;
const TAGS: u8 = 4;
const ASKED: u8 = 2;
const TEXT: u8 = 1;

const WORDS: &str = "words";
const STEMS: &str = "stems";

/// The analysers by their names.
pub(super) fn tokenizers() -> TokenizerManager {
    let tokenizers = TokenizerManager::default();
    register_in(&tokenizers);
    tokenizers
}

/// Makes the analysers known to an index that was opened.
pub(crate) fn register(index: &Index) {
    register_in(index.tokenizers());
}

fn register_in(tokenizers: &TokenizerManager) {
    tokenizers.register(WORDS, TextAnalyzer::from(Weighted(Words)));
    tokenizers.register(STEMS, TextAnalyzer::from(Weighted(StemmedWords::new())));
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
            all: schema.add_text_field("all", indexed(STEMS)),
            words: schema.add_text_field("words", indexed(WORDS)),
            title: schema.add_text_field("title", indexed(STEMS)),
            code: schema.add_text_field("code", indexed(STEMS)),
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

    /// What entries of some versions have; `None` for all.
    pub(super) fn versions(self, versions: Versions) -> Option<Vec<Term>> {
        let all = Version::ALL;
        let wanted: Vec<Version> = all.into_iter().filter(|version| versions.has(*version)).collect();
        let term = |version: Version| Term::from_field_text(self.version, version.name());
        (wanted.len() < all.len()).then(|| wanted.into_iter().map(term).collect())
    }

    /// An entry as a document.
    pub(crate) fn document(self, entry: &Entry) -> TantivyDocument {
        let mut document = TantivyDocument::new();
        let tags = entry.tags.join("\n");
        document.add_text(self.id, &entry.id);
        document.add_text(self.stored_title, &entry.title);
        document.add_text(self.stored_tags, &tags);
        document.add_text(self.stored_body, &entry.body);
        let questions = entry.asked.iter().map(|question| (ASKED, question.as_str()));
        let named = [(TITLE, entry.title.as_str()), (TAGS, tags.as_str())];
        let texts = parts(&entry.body).map(|(_, text)| (TEXT, text));
        for (weight, text) in named.into_iter().chain(questions).chain(texts) {
            let text = weighted(weight, text);
            document.add_text(self.all, &text);
            document.add_text(self.words, text);
        }
        document.add_text(self.title, weighted(1, &entry.title));
        for (_, code) in parts(&entry.body).filter(|(part, _)| *part == Part::Code) {
            document.add_text(self.code, weighted(1, code));
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
}

/// The fields of every index: they come in the same order in all.
static FIELDS: LazyLock<Fields> = LazyLock::new(|| Fields::new().1);

/// What is stored of an entry.
pub(super) struct Stored(pub(super) Entry);

impl DocumentDeserialize for Stored {
    fn deserialize<'de, D: DocumentDeserializer<'de>>(mut document: D) -> Result<Self, DeserializeError> {
        let fields = *FIELDS;
        let mut entry = Entry {
            id: String::new(),
            title: String::new(),
            version: Version::Both,
            category: String::new(),
            source: Source::default(),
            tags: Vec::new(),
            asked: Vec::new(),
            body: String::new(),
        };
        while let Some((field, text)) = document.next_field::<String>()? {
            match field {
                field if field == fields.id => entry.id = text,
                field if field == fields.stored_title => entry.title = text,
                field if field == fields.stored_tags => entry.tags = text.lines().map(String::from).collect(),
                field if field == fields.stored_body => entry.body = text,
                field if field == fields.version => entry.version = Version::from_name(&text).unwrap_or(Version::Both),
                field if field == fields.category => entry.category = text,
                field if field == fields.url => entry.source.url = Some(text),
                field if field == fields.path => entry.source.path = Some(text),
                _ => {}
            }
        }
        Ok(Self(entry))
    }
}
