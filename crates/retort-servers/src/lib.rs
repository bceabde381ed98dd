//! Retort's own servers. [`gallery`] is an MCP server with a tool for every kind of response that Retort reads; the
//! documents, the examples and the tests call it.

mod error;
pub mod gallery;

pub use error::Error;
