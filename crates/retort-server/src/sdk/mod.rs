//! Servers that are written with the official SDK: served within the same limits, and their results from and to replies.

mod convert;
mod lines;
mod serve;
mod sessions;

pub use serve::{serve_http, serve_stream};
