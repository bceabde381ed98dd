//! Why a call was not done, in the words of the original: `ViewSet returned error: ` and what its response would have said, as
//! Python prints it.

use retort_server::{Answer, Denied, Dialect, IntoAnswer, Reply};

use super::python::push_text;
use crate::database::Error;

/// Why a call was not done.
#[derive(Debug)]
pub(super) enum Refused {
    /// What is wrong, by the names of fields.
    Fields(Vec<(String, Vec<String>)>),
    /// What is wrong with the call as a whole.
    Detail(String),
    /// The caller may not.
    Denied(Denied),
    /// The database did not do it.
    Broken(Error),
}

impl Refused {
    /// Something is wrong with one field.
    pub(super) fn field(name: &str, wrong: impl Into<String>) -> Self {
        Self::Fields(vec![(name.to_owned(), vec![wrong.into()])])
    }

    /// There is no such row.
    pub(super) fn not_found() -> Self {
        Self::Detail("Not found.".to_owned())
    }

    /// What the response would have said.
    fn data(&self) -> Option<String> {
        let mut out = String::from("{");
        match self {
            Self::Fields(fields) => {
                for (at, (name, wrong)) in fields.iter().enumerate() {
                    if at > 0 {
                        out.push_str(", ");
                    }
                    push_text(&mut out, name);
                    out.push_str(": [");
                    for (at, words) in wrong.iter().enumerate() {
                        if at > 0 {
                            out.push_str(", ");
                        }
                        push_text(&mut out, words);
                    }
                    out.push(']');
                }
            }
            Self::Detail(words) => {
                out.push_str("'detail': ");
                push_text(&mut out, words);
            }
            Self::Denied(_) | Self::Broken(_) => return None,
        }
        out.push('}');
        Some(out)
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self::Broken(error)
    }
}

impl From<Denied> for Refused {
    fn from(denied: Denied) -> Self {
        Self::Denied(denied)
    }
}

impl IntoAnswer for Refused {
    fn into_answer(self, dialect: Dialect) -> Answer {
        let data = self.data();
        match self {
            Self::Denied(denied) => denied.into_answer(dialect),
            Self::Broken(error) => Reply::error("database_error", error.to_string()).into_result(dialect),
            Self::Fields(_) => Reply::error("invalid", returned(data)).into_result(dialect),
            Self::Detail(_) => Reply::error("refused", returned(data)).into_result(dialect),
        }
    }
}

fn returned(data: Option<String>) -> String {
    format!("ViewSet returned error: {}", data.unwrap_or_default())
}
