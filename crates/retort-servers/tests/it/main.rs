//! The servers, met from outside: the gallery called as clients call it, over streams inside the process and over HTTP,
//! in every protocol revision; the oddities as the bytes that they send; customers over both databases.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod asking;
mod blocks;
mod client;
mod customers;
mod failing;
mod formats;
mod hostile;
mod http;
mod lines;
mod lists;
mod oddities;
mod pages;
mod response_types;
mod revisions;
mod shortener;
mod sized;
mod slow;
mod unread;
