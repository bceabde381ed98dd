//! The few things that can go wrong: reading never fails, so they are all about names that do not exist.

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
}
