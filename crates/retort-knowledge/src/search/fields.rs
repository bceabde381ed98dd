//! The fields of the index, what each weighs, and entries to and from documents.

use tantivy::query::{BooleanQuery, ConstScoreQuery, Occur, Query, TermQuery};
use tantivy::schema::{
    Field, IndexRecordOption, STORED, STRING, Schema, TantivyDocument, TextFieldIndexing, TextOptions, Value,
};
use tantivy::tokenizer::{TextAnalyzer, TokenizerManager};
use tantivy::{Index, Term};

use super::terms::Words;
use super::{Versions, stemmed_words};
use crate::entry::{Entry, Source, Version};
use crate::error::Error;

/// The fields of the index.
#[derive(Clone, Copy)]
pub(crate) struct Fields {
    pub(crate) id: Field,
    title: Field,
    title_stems: Field,
    tags: Field,
    tags_stems: Field,
    pub(super) body: Field,
    pub(super) body_stems: Field,
    version: Field,
    category: Field,
    url: Field,
    /// The file that an entry comes from: what is read again when it changes.
    pub(crate) path: Field,
    stored_tags: Field,
}

const WORDS: &str = "words";
const STEMS: &str = "stems";

/// The analysers by their names.
pub(super) fn tokenizers() -> TokenizerManager {
    let tokenizers = TokenizerManager::default();
    tokenizers.register(WORDS, TextAnalyzer::from(Words));
    tokenizers.register(STEMS, stemmed_words());
    tokenizers
}

/// Makes the analysers known to an index that was opened.
pub(crate) fn register(index: &Index) {
    index.tokenizers().register(WORDS, TextAnalyzer::from(Words));
    index.tokenizers().register(STEMS, stemmed_words());
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
            title: schema.add_text_field("title", indexed(WORDS).set_stored()),
            title_stems: schema.add_text_field("title_stems", indexed(STEMS)),
            tags: schema.add_text_field("tags", indexed(WORDS)),
            tags_stems: schema.add_text_field("tags_stems", indexed(STEMS)),
            body: schema.add_text_field("body", indexed(WORDS).set_stored()),
            body_stems: schema.add_text_field("body_stems", indexed(STEMS)),
            version: schema.add_text_field("version", STRING | STORED),
            category: schema.add_text_field("category", STRING | STORED),
            url: schema.add_text_field("url", STORED),
            path: schema.add_text_field("path", STRING | STORED),
            stored_tags: schema.add_text_field("stored_tags", STORED),
        };
        (schema.build(), fields)
    }

    /// The fields of a schema that was read from disk.
    pub(crate) fn of(schema: &Schema) -> Result<Self, Error> {
        let (ours, fields) = Self::new();
        if *schema == ours { Ok(fields) } else { Err(Error::OtherSchema) }
    }

    /// The fields that hold whole terms, with their weights.
    pub(super) fn exact(self) -> [(Field, f32); 3] {
        [(self.title, 2.0), (self.tags, 1.6), (self.body, 0.8)]
    }

    /// The fields that hold stems, with their weights.
    pub(super) fn stemmed(self) -> [(Field, f32); 3] {
        [(self.title_stems, 2.0), (self.tags_stems, 1.4), (self.body_stems, 1.0)]
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
        for field in [self.title, self.title_stems] {
            document.add_text(field, &entry.title);
        }
        for field in [self.tags, self.tags_stems, self.stored_tags] {
            document.add_text(field, &tags);
        }
        for field in [self.body, self.body_stems] {
            document.add_text(field, &entry.body);
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
            title: all(self.title),
            version: Version::from_name(&all(self.version)).unwrap_or(Version::Both),
            category: all(self.category),
            source: Source { url: text(self.url), path: text(self.path) },
            tags: all(self.stored_tags).lines().map(String::from).collect(),
            body: all(self.body),
        }
    }
}
