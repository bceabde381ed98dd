//! The rules, held to what they say of themselves.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod dialects;
mod envelopes;
mod field;
mod fixtures;
mod places;
mod profiles;
mod repairs;
mod results;
mod seeds;
mod sessions;
