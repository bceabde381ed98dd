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
    /// The server answers whoever asks, so it listens to this machine only.
    #[error("this server listens on loopback only, and {0} is not; bind it to 127.0.0.1 or [::1]")]
    NotLoopback(std::net::SocketAddr),
    /// Standard input or the listener failed.
    #[error("cannot go on serving: {0}")]
    Io(#[from] std::io::Error),
}
