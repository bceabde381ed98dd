//! The shortener, called as a client calls it, on SQLite and on PostgreSQL: each test runs on both.

mod document;
mod following;
mod keeping;
mod links;
mod lists;
mod remote;
mod site;
mod stand_in;
mod together;
