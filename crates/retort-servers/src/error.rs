//! What can go wrong while a server runs. What goes wrong inside a call is answered to its caller and is not here.

use thiserror::Error as ThisError;

/// Why a server ended before its client did.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// The first messages were no start of a connection.
    #[error("the client did not open the connection as MCP asks: {0}")]
    Opening(String),
    /// The task that served the connection broke off.
    #[error("the connection broke off: {0}")]
    Broken(String),
    /// The listener failed.
    #[error("cannot serve HTTP: {0}")]
    Http(#[from] std::io::Error),
}
