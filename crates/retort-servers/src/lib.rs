//! Retort's own servers.
