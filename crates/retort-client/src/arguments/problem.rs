//! One thing that is wrong with the arguments of a call, in one sentence.

use std::fmt;

use retort_wire::one_line;

/// One thing that is wrong with the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The argument, as `limit`, `address.city` or `tags[1]`; `None` where it is about all of them.
    pub argument: Option<String>,
    /// What is wrong with it, and what is allowed.
    pub what: String,
    /// Whether it would be taken as it is in a JSON object with all arguments, where nothing is guessed.
    pub is_fine_as_json: bool,
}

impl Problem {
    pub(super) fn of(argument: &str, what: String) -> Self {
        Self { argument: Some(argument.to_owned()), what, is_fine_as_json: false }
    }

    pub(super) fn of_all(what: String) -> Self {
        Self { argument: None, what, is_fine_as_json: false }
    }

    /// The same, where JSON would do.
    pub(super) fn or_as_json(self) -> Self {
        Self { is_fine_as_json: true, ..self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.argument {
            Some(argument) => write!(f, "argument {}: {}", one_line(argument, 100), self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for Problem {}
