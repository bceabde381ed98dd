//! Views for other programs: as Markdown, for documents and models, and as CSV, for spreadsheets.

mod csv;
mod escape;
mod markdown;

pub use csv::csv;
pub use markdown::markdown;

use thiserror::Error;

/// Why a view could not be exported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// There is nothing in it that has rows.
    #[error("there are no rows in it: it is {0}")]
    NoRows(&'static str),
    /// It could not be written.
    #[error(transparent)]
    Write(#[from] std::io::Error),
}
