//! What can go wrong with a knowledge base.

use std::path::PathBuf;

/// Why a knowledge base cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KnowledgeError {
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
    /// A file or a folder cannot be read or written.
    #[error("cannot use {}: {reason}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// Why not.
        reason: std::io::Error,
    },
}
