//! What a person sees of a response, as a whole.

#![allow(clippy::unwrap_used, missing_docs, reason = "tests may fail loudly")]

mod table;
