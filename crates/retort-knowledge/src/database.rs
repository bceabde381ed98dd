//! The databases that projects and services are made for.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A database that a project keeps its records in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Database {
    /// MongoDB, through its own driver.
    Mongodb,
    /// PostgreSQL, through Knex.
    Postgresql,
    /// SQLite, through Knex.
    Sqlite,
}

impl Database {
    /// Every database, in the order of the tools' schemas.
    pub const ALL: [Self; 3] = [Self::Mongodb, Self::Postgresql, Self::Sqlite];

    /// The name that requests and payloads use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mongodb => "mongodb",
            Self::Postgresql => "postgresql",
            Self::Sqlite => "sqlite",
        }
    }

    /// The database of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|database| database.name() == name)
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
