//! Retort's knowledge server: documentation that is found, projects that run and services that compile, over MCP.

pub mod base;
mod entry;
mod error;
mod loader;
mod markdown;
mod search;

pub use entry::{Entry, Source, Version};
pub use error::KnowledgeError;
pub use loader::{KnowledgeIndex, KnowledgeLoader, LoadError};
pub use search::{Baseline, Hit, Index, Versions};
