//! Serving: a server of tools over any pair of streams, which is stdio or a pipe inside a process, and over streamable HTTP.

mod heard;
mod page;
mod protocol;
mod server;
mod streams;
mod web;

pub use page::PageRequest;
pub use server::Server;
