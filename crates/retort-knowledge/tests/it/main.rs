//! The knowledge server from outside.

mod ranking;
