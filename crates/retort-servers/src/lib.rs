//! Retort's own servers. [`gallery`] is an MCP server with a tool for every kind of response that Retort reads; the
//! documents, the examples and the tests call it. [`oddities`] has a tool for every odd way in which servers answer,
//! to try a client on.

mod error;
pub mod gallery;
mod http;
mod limits;
mod lines;
pub mod oddities;
mod room;
mod serve;
mod sessions;

pub use error::Error;
pub use limits::Limits;
pub use serve::{serve_http, serve_stream};
