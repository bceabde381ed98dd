//! The knowledge server from outside.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod loading;
mod ranking;
mod router;
