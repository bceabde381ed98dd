//! Calls any MCP server, and loses nothing of what it answers.

pub mod auth;
pub mod arguments;
pub mod naming;
mod nearest;
mod one_line;
