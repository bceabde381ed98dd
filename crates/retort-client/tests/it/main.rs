//! How Retort's client behaves, seen from outside.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod auth;
mod authority;
mod busy;
mod connection;
