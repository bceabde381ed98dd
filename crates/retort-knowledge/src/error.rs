//! What can go wrong between a request and its files.

use crate::service::Problems;

/// Why there are no files for a request.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A fragment of the knowledge base cannot be read: its front matter or its template is wrong.
    #[error("the fragment {file} cannot be read: {reason}")]
    Fragment {
        /// The fragment's file, as it is called in the knowledge base.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The knowledge base has fragments of no service.
    #[error("the knowledge base has no fragments to make a service from")]
    NoService,
    /// The service asked for cannot be made; every reason is told.
    #[error(transparent)]
    Service(#[from] Problems),
}

impl Error {
    pub(crate) fn fragment(file: &str, reason: impl Into<String>) -> Self {
        Self::Fragment { file: file.to_owned(), reason: reason.into() }
    }
}
