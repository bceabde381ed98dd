//! What a search promises.
