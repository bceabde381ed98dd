//! The few things that can go wrong. Reading never fails, so they are all about what a caller gives: names that do not exist,
//! texts that are no pointer.

/// A value cannot be written as JSON: a map has keys that are no texts, or its own code says no.
#[derive(Debug, thiserror::Error)]
#[error("the value cannot be written as JSON")]
pub struct Unwritable(#[from] serde_json::Error);

/// A name that nothing of its kind has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {kind} \"{name}\"; there are {}", known.join(", "))]
#[non_exhaustive]
pub struct UnknownName {
    /// What was looked for, such as `revision`.
    pub kind: &'static str,
    /// The name that was given.
    pub name: String,
    /// The names that there are.
    pub known: Vec<&'static str>,
}

impl UnknownName {
    /// Nothing of this kind has the name.
    pub fn new(kind: &'static str, name: &str, known: impl IntoIterator<Item = &'static str>) -> Self {
        Self { kind, name: name.to_owned(), known: known.into_iter().collect() }
    }
}

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
