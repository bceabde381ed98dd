//! What can be wrong with a request for a service. All problems are found before any is told.

use std::fmt;

use retort_server::quoted::Quoted;

use super::name::{LONGEST_FIELD, LONGEST_NAME, MOST_FIELDS};

/// One thing that is wrong with a request for a service.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The request is no JSON object, or a part of it has the wrong type.
    #[error("Invalid {place}: it must be {wanted}")]
    Shape {
        /// Where.
        place: String,
        /// What belongs there.
        wanted: &'static str,
    },
    /// There is no name.
    #[error("Missing name: give the service a name")]
    MissingName,
    /// The name has no letter or digit.
    #[error("Invalid name {0}: it has no letter from a to z and no digit")]
    EmptyName(Quoted),
    /// The name is too long.
    #[error("Invalid name {0}: it has more than {LONGEST_NAME} letters and digits")]
    LongName(Quoted),
    /// The name means something else already.
    #[error("Invalid name {0}: {1}")]
    ReservedName(Quoted, &'static str),
    /// There is no database.
    #[error("Missing database: choose mongodb, postgresql or sqlite")]
    MissingDatabase,
    /// There is no such database.
    #[error("Invalid database {0}: choose mongodb, postgresql or sqlite")]
    InvalidDatabase(Quoted),
    /// There are no fields.
    #[error("Missing fields: give the service at least one")]
    MissingFields,
    /// There are too many fields.
    #[error("Invalid fields: {0} are more than {MOST_FIELDS}")]
    TooManyFields(usize),
    /// A field has no name.
    #[error("fields[{0}]: Missing field name")]
    MissingFieldName(usize),
    /// A field has no type.
    #[error("fields[{0}]: Missing field type: choose string, number, boolean, date, objectId, array or object")]
    MissingFieldType(usize),
    /// There is no such type.
    #[error("fields[{0}]: Invalid field type {1}: choose string, number, boolean, date, objectId, array or object")]
    InvalidFieldType(usize, Quoted),
    /// The name of a field is none.
    #[error(
        "fields[{0}]: Invalid field name {1}: it must begin with a letter or _ and go on with letters, digits and _, at \
         most {LONGEST_FIELD} in all"
    )]
    InvalidFieldName(usize, Quoted),
    /// The name of a field means something else already.
    #[error("fields[{0}]: Invalid field name {1}: {2}")]
    ReservedFieldName(usize, Quoted, &'static str),
    /// Two fields have the same name.
    #[error("fields[{0}]: Duplicate field name {1}: upper and lower case make no difference")]
    DuplicateField(usize, Quoted),
}

/// Everything that is wrong with a request for a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems(Vec<Problem>);

impl Problems {
    pub(super) fn new(problems: Vec<Problem>) -> Self {
        Self(problems)
    }

    /// The problems, in the order of the request; at least one.
    pub fn list(&self) -> &[Problem] {
        &self.0
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, problem) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str("; ")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
