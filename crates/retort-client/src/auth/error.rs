//! What can go wrong between asking for a log-in and having a token. Each error says what happened, and to what; none of them
//! holds a token, and none names a command, which whoever shows it knows.

use std::path::PathBuf;

use retort_wire::shown_path;

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The URL cannot be that of a server with a log-in.
    #[error("{url} is not a server's address: {reason}")]
    Url {
        /// What was given.
        url: String,
        /// Why it is not one.
        reason: String,
    },
    /// There is no folder for tokens.
    #[error("there is no place for tokens: set RETORT_DATA_DIR to a folder of your own")]
    NoFolder,
    /// The token store cannot be read or written.
    #[error("{}: {reason}", shown_path(path))]
    Store {
        /// The file or folder.
        path: PathBuf,
        /// What went wrong with it, and what to do.
        reason: String,
    },
    /// An address of the log-in may not be used.
    #[error("{what} at {url} is refused: {reason}")]
    Refused {
        /// What the address is for.
        what: &'static str,
        /// The address.
        url: String,
        /// Why it may not be used.
        reason: String,
    },
    /// No answer came.
    #[error("{what} at {url} did not answer: {reason}")]
    Unreachable {
        /// Whom the request was for.
        what: &'static str,
        /// The address.
        url: String,
        /// Why there is no answer.
        reason: String,
    },
    /// An answer that cannot be used.
    #[error("{what} at {url} answered what cannot be used: {reason}")]
    Answer {
        /// Who answered.
        what: &'static str,
        /// The address.
        url: String,
        /// What is wrong with the answer.
        reason: String,
    },
    /// The server has no log-in.
    #[error("{url} offers no log-in: it asks for none, and says nothing about one")]
    NoLogin {
        /// The server.
        url: String,
    },
    /// The authorisation server could not be found.
    #[error("no way to log in to {url} was found: {reason}")]
    Discovery {
        /// The server.
        url: String,
        /// What happened on the way.
        reason: String,
    },
    /// The authorisation server knows no client, and registers none.
    #[error("{issuer} does not register clients by itself: register one there, and log in with its client id")]
    NoClient {
        /// The authorisation server.
        issuer: String,
    },
    /// The authorisation server does not say that it protects codes on their way back.
    #[error(
        "{issuer} does not say that it supports PKCE, without which a log-in could be stolen: its metadata lacks S256 in \
         code_challenge_methods_supported, which its owner has to add"
    )]
    Pkce {
        /// The authorisation server.
        issuer: String,
    },
    /// What was asked for does not fit together.
    #[error("{0}")]
    Request(String),
    /// The authorisation server said no.
    #[error("{url} refused: {code}{}", if description.is_empty() { String::new() } else { format!(" ({description})") })]
    Denied {
        /// The endpoint that said no.
        url: String,
        /// The OAuth error code, such as `access_denied`.
        code: String,
        /// Its words.
        description: String,
    },
    /// The answer came from another authorisation server than the one asked.
    #[error("the log-in was answered by {received}, but {expected} was asked: it is not used")]
    Issuer {
        /// Who was asked.
        expected: String,
        /// Who answered.
        received: String,
    },
    /// Nobody logged in in time.
    #[error("nobody logged in within {seconds} seconds: run it again{}", last.as_ref().map(|last| format!("; the last answer was refused: {last}")).unwrap_or_default())]
    Timeout {
        /// How long it was waited.
        seconds: u64,
        /// Why an answer that did come was not taken.
        last: Option<String>,
    },
    /// The server wants a log-in.
    #[error("{url} asks for a log-in{}", reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default())]
    LoginNeeded {
        /// The server.
        url: String,
        /// The scopes that it wants, where it says so.
        scopes: Vec<String>,
        /// What it said about the token that it refused.
        reason: Option<String>,
    },
    /// The token is good, but not for this.
    #[error("{url} wants more than this log-in allows: {}", scopes.join(", "))]
    ScopeNeeded {
        /// The server.
        url: String,
        /// All scopes that the new log-in needs.
        scopes: Vec<String>,
    },
    /// Logging in does not help.
    #[error("{url} refuses the request although it is logged in{}: ask its owner for access", reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default())]
    Forbidden {
        /// The server.
        url: String,
        /// What it said.
        reason: Option<String>,
    },
}
