//! What can go wrong with a database. Each message says what happened and what to do. Messages about opening name the place;
//! those about statements do not, since callers of a server see them and its paths are not their business.

use std::error::Error as _;

use thiserror::Error as ThisError;

/// Why a database did not do what was asked.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// An address that names no database.
    #[error("{address:?} is no address of a database: {why}")]
    Address {
        /// What was given, without a password.
        address: String,
        /// What is wrong with it.
        why: String,
    },
    /// It cannot be opened.
    #[error("cannot open the database {place}: {why}")]
    Open {
        /// The path, or the URL without a password.
        place: String,
        /// Why not, and what to do.
        why: String,
    },
    /// A row does not fit those that are there.
    #[error("the change does not fit the rows that are there: {0}")]
    Conflict(Conflict),
    /// The disk is full.
    #[error("the database has no room for more: its disk is full. Nothing was changed. Free some space and call again")]
    Full,
    /// Somebody else has been writing all the time.
    #[error("the database was busy for too long. Nothing was changed. Call again")]
    Busy,
    /// The server does not answer.
    #[error("the database cannot be reached: {0}. Call again when it runs")]
    Unreachable(String),
    /// The server went away while it was told to keep a change.
    #[error("the database went away while it kept the change: look whether it is there before you call again")]
    Uncertain,
    /// It failed in another way.
    #[error("the database failed: {0}")]
    Failed(String),
}

/// Which rule of a table a change would break.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[non_exhaustive]
pub enum Conflict {
    /// Another row has the same value in a column that has each value once.
    #[error("the value of {column} is taken")]
    Unique {
        /// The column.
        column: String,
    },
    /// It refers to a row that is not there, or others refer to the row.
    #[error("a row that it refers to is missing, or rows refer to it")]
    Reference,
}

impl Error {
    /// The column whose value is taken, where that is what is wrong.
    pub fn taken(&self) -> Option<&str> {
        match self {
            Self::Conflict(Conflict::Unique { column }) => Some(column),
            _ => None,
        }
    }

    /// Whether a row that is referred to is missing, or rows refer to one that was to be deleted.
    pub fn is_reference(&self) -> bool {
        matches!(self, Self::Conflict(Conflict::Reference))
    }
}

/// What an error of PostgreSQL's client says, with its causes.
pub(super) fn told(error: &tokio_postgres::Error) -> String {
    let mut told = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let words = error.to_string();
        if !told.contains(&words) {
            told.push_str(": ");
            told.push_str(&words);
        }
        cause = error.source();
    }
    told
}
