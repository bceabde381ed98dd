//! The few things that can go wrong. Reading never fails, so they are all about what a caller gives: names that do not exist,
//! texts that are no pointer.

/// A value cannot be written as JSON: a map has keys that are no texts, or its own code says no.
#[derive(Debug, thiserror::Error)]
#[error("the value cannot be written as JSON")]
pub struct Unwritable(#[from] serde_json::Error);

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no dialect of that name.
    #[error("there is no dialect \"{0}\": use mcp, drf, yourls, feathers, omni or envelope")]
    UnknownDialect(String),
    /// There is no format of that name.
    #[error(
        "there is no format \"{0}\": use search_results, table, json, markdown, csv, key_value, url_list, error, \
         plain_text, html, xml or code"
    )]
    UnknownFormat(String),
    /// The text is no JSON pointer.
    #[error("\"{0}\" is no JSON pointer: one is empty or starts with a slash, and has ~0 for ~ and ~1 for a slash")]
    NoPointer(String),
}
