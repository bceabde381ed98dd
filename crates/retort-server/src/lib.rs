//! For the authors of MCP servers: replies that every client understands.
//!
//! A [`Reply`] says what a tool gave: one thing, a list with its page, something that was done, or an error. A
//! [`Dialect`] then writes it as the `result` of a response, text and `structuredContent` from one serialisation.
//!
//! ```
//! use retort_server::{Dialect, Reply};
//!
//! #[derive(serde::Serialize)]
//! struct Customer {
//!     id: u32,
//!     name: &'static str,
//! }
//!
//! let rows = [Customer { id: 1, name: "Ann" }, Customer { id: 2, name: "Bob" }];
//! let answer = Reply::list(&rows).page(0, 2, 5).into_result(Dialect::Drf);
//! assert_eq!(
//!     answer.as_json(),
//!     concat!(
//!         r#"{"content":[{"type":"text","text":"{\"results\":[{\"id\":1,\"name\":\"Ann\"},{\"id\":2,\"name\":\"Bob\"}],"#,
//!         r#"\"offset\":0,\"limit\":2,\"total\":5,\"hasMore\":true,\"nextOffset\":2}"}]}"#
//!     )
//! );
//! ```
//!
//! What can go wrong in a server is one enum, written with [`problems!`]: each problem has a code and a text, so that documents
//! and tests can print the list. [`schema_for`] gives the `outputSchema` that fits a reply. With the feature `check`,
//! `assert_clean!` holds an answer to the rules of a profile in an author's own tests; with the feature `rmcp`, answers become
//! results of the official SDK, and the other way round.

mod answer;
mod arguments;
#[cfg(feature = "check")]
mod clean;
mod context;
mod error;
pub mod http;
mod limits;
pub mod lines;
mod list;
mod page;
mod problem;
pub mod quoted;
mod reply;
pub mod room;
mod router;
mod schema;
#[cfg(feature = "rmcp")]
pub mod sdk;
mod serving;
mod tool;
mod twin;
mod violations;

pub use answer::Answer;
#[cfg(feature = "check")]
#[doc(hidden)]
pub use clean::faults;
pub use context::{Context, Denied};
pub use error::Error;
pub use limits::Limits;
pub use list::List;
pub use problem::{Listed, Problem};
pub use reply::{ErrorCode, ErrorReply, Reply};
#[cfg(feature = "check")]
pub use retort_check::Profile;
pub use retort_core::{Dialect, Revision};
pub use router::{CallCode, Refusal, Router};
pub use schema::schema_for;
pub use serving::{PageRequest, Server};
pub use tool::{Described, IntoAnswer, Tool};
pub use violations::{ArgumentSchema, Violation};

/// What [`problems!`] uses.
#[doc(hidden)]
pub mod private {
    pub use serde_json::Value;

    /// A field of a problem; nothing where it cannot be written as JSON.
    pub fn to_value<T: serde::Serialize>(value: &T) -> Option<Value> {
        serde_json::to_value(value).ok()
    }

    /// The fields of a problem, where it has any.
    pub fn details(fields: &[(&str, Option<Value>)]) -> Option<Value> {
        let members: serde_json::Map<String, Value> =
            fields.iter().filter_map(|(name, value)| Some(((*name).to_owned(), value.clone()?))).collect();
        (!members.is_empty()).then_some(Value::Object(members))
    }
}
