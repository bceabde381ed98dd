//! Calls any MCP server over stdio, streamable HTTP and legacy SSE, and loses nothing of what it answers.
//!
//! Every byte that a server sends is read by [`retort_core`], leniently: replies find their requests even where
//! their ids are bent, and what cannot be matched is shown rather than dropped.

pub mod arguments;
pub mod auth;
mod catalogue;
mod connection;
mod error;
mod greeting;
mod host;
mod inbox;
mod link;
mod memory;
pub mod naming;
mod nearest;
mod pages;
mod params;
mod private;
mod record;
mod stderr;
mod task;
mod tls;
mod transport;
mod words;

pub use catalogue::{Catalogue, Entry, Listing};
pub use connection::{Connection, Options};
pub use error::Error;
pub use greeting::Greeting;
pub use host::{Answering, Elicited, Host, Log, Nobody, Progress};
pub use inbox::Reply;
pub use memory::Memory;
pub use nearest::nearest;
pub use pages::{End, Page, Pages};
pub use params::Params;
pub use record::Recorder;
pub use retort_core::{Revision, is_hidden, printable};
pub use stderr::Stderr;
pub use transport::child::adopt_orphans;
