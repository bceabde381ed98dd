//! Retort's own servers.

pub mod oddities;
