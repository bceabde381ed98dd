//! Retort's own servers. [`customers`] has customers and orders, as REST-style tools; [`shortener`] shortens URLs; both keep their
//! rows in a [`database`]. [`gallery`] is an MCP server with a tool for every kind of response that Retort reads; the
//! documents, the examples and the tests call it. [`oddities`] has a tool for every odd way in which servers answer,
//! to try a client on.

pub mod customers;
pub mod database;
pub mod gallery;
pub mod oddities;
mod rest;
pub mod shortener;
