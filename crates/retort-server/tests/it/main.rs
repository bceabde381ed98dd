//! The library as an author uses it: replies that are read back, and servers that are met from outside.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test fails by panicking")]

mod over_http;
mod over_streams;
mod replies;
mod tools;
mod tutorial;
