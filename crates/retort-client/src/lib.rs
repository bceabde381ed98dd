//! Calls any MCP server over stdio, streamable HTTP and legacy SSE, and loses nothing of what it answers.
//!
//! What goes over the wire is `retort-wire`'s; this crate greets, lists, calls, follows pages and logs in. Every byte that a
//! server sends is read by [`retort_core`], leniently: replies find their requests even where
//! their ids are bent, and what cannot be matched is shown rather than dropped.
//!
//! A [`Connection`] is one server, started or reached; a [`Host`] is who answers when the server has a question; [`Options`]
//! bound time and size.
//!
//! ```no_run
//! # async fn run() -> Result<(), retort_client::Error> {
//! use std::sync::Arc;
//! use retort_client::{Catalogue, Command, Connection, Nobody, Options};
//! use retort_core::Envelope;
//!
//! let server = Command::new("npx", ["-y", "@modelcontextprotocol/server-everything"]);
//! let connection = Connection::start(&server, Arc::new(Nobody), Options::default()).await?;
//! for tool in connection.list(Catalogue::Tools).await?.names() {
//!     println!("{tool}");
//! }
//! let reply = connection.call("echo", r#"{"message": "hello"}"#, None).await?;
//! println!("{}", Envelope::from_message(&reply.message, Some("echo")).to_json());
//! connection.close().await;
//! # Ok(())
//! # }
//! ```
//!
//! Features, each on by default: `auth` logs in with OAuth, `naming` finds servers in the configuration files of other
//! programs, and `arguments` makes a tool's arguments from the words of a command line.

#[cfg(feature = "arguments")]
pub mod arguments;
#[cfg(feature = "auth")]
pub mod auth;
mod catalogue;
mod connection;
mod error;
pub mod folders;
mod greeting;
mod host;
mod memory;
#[cfg(feature = "naming")]
pub mod naming;
mod nearest;
mod options;
mod pages;
mod private;
mod record;
mod reply;
mod server;
mod task;

pub use catalogue::{Catalogue, Entries, Entry};
pub use connection::Connection;
pub use error::Error;
pub use greeting::Greeting;
pub use host::{Elicited, Host, Log, Nobody, Progress};
pub use memory::Memory;
pub use nearest::nearest;
pub use options::Options;
pub use pages::{End, Page, PageWalk};
pub use record::Recorder;
pub use reply::Reply;
pub use retort_core::{Revision, is_hidden, printable};
pub use retort_wire::{
    Answering, Authorize, Budget, Error as WireError, Exceeded, Matching, Orphans, Params, Stderr, Sum, Watcher,
    one_line, shown_path, watch,
};
pub use server::{Bearer, BearerError, Command, Endpoint, EndpointKind, Server};
