//! What can go wrong with knowledge: between a request and its files, between a folder and its index.

use std::path::PathBuf;

use crate::service::Problems;

/// Why something cannot be had from a knowledge base.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A fragment of the knowledge base cannot be read: its front matter or its template is wrong.
    #[error("the fragment {file} cannot be read: {reason}")]
    Fragment {
        /// The fragment's file, as it is called in the knowledge base.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The knowledge base has fragments of no service.
    #[error("the knowledge base has no fragments to make a service from")]
    NoService,
    /// The service asked for cannot be made; every reason is told.
    #[error(transparent)]
    Service(#[from] Problems),
    /// A file that was named is no JSON.
    #[error("{file} is no valid JSON: {reason} at line {line}, column {column}")]
    Invalid {
        /// The file, as it is called in the knowledge base.
        file: String,
        /// What is wrong.
        reason: String,
        /// In which line.
        line: usize,
        /// In which column.
        column: usize,
    },
    /// An entry of a file that was named has not the fields that it needs.
    #[error("{file} has an entry that cannot be used: {reason}")]
    Unfit {
        /// The file, as it is called in the knowledge base.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// A name leads out of the knowledge base.
    #[error("{0:?} is no name of a category or file: names have no folders in them and lead nowhere else")]
    Outside(String),
    /// The index failed.
    #[error("the index cannot be used: {0}")]
    Index(#[from] tantivy::TantivyError),
    /// The index was made by another version of Retort.
    #[error("the index was made by another version of Retort: build it again with retort knowledge build")]
    OtherSchema,
    /// There is no Markdown in a folder.
    #[error("there is no Markdown in {}: files that end in .md, .mdx or .markdown are read", .0.display())]
    NoMarkdown(PathBuf),
    /// A folder holds something else.
    #[error("{} holds something else than a knowledge base: name a new folder", .0.display())]
    Taken(PathBuf),
    /// A folder is no knowledge base.
    #[error("there is no knowledge base in {}: retort knowledge build makes one", .0.display())]
    NoBase(PathBuf),
    /// A knowledge base was damaged.
    #[error(
        "the knowledge base in {} cannot be used: {reason}: build it again with retort knowledge build", path.display()
    )]
    Broken {
        /// Which one.
        path: PathBuf,
        /// What the index says.
        reason: tantivy::TantivyError,
    },
    /// A knowledge base is being built by somebody else.
    #[error("another build is under way in {}: wait until it is done", .0.display())]
    Busy(PathBuf),
    /// The disk is full, or as much of it as may be used.
    #[error(
        "there is no room left on the disk for {}: {reason}; what was there before is as it was: make room, and build it again", path.display()
    )]
    Full {
        /// What there is no room for.
        path: PathBuf,
        /// What the system says.
        reason: std::io::Error,
    },
    /// A file or a folder cannot be read or written.
    #[error("cannot use {}: {reason}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// Why not.
        reason: std::io::Error,
    },
}

impl Error {
    pub(crate) fn fragment(file: &str, reason: impl Into<String>) -> Self {
        Self::Fragment { file: file.to_owned(), reason: reason.into() }
    }
}
