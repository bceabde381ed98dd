//! Retort's core: any response of an MCP server, read without loss and put into one form.
//!
//! The way of a response is bytes → [`read`] → [`Message`] → [`Payload`] → [`Format`] → [`Envelope`] →
//! [`Dialect`]. Nothing on it fails and nothing is dropped: departures are noted as [`Oddity`]s, and data stays
//! a slice of what was sent.
//!
//! ```
//! use retort_core::{Envelope, Format};
//!
//! let sent = r#"{"jsonrpc": "2.0", "id": 1, "result": {"content": [
//!     {"type": "text", "text": "[{\"id\": 1, \"name\": \"Alice\"}]"}
//! ]}}"#;
//! let reading = retort_core::read(sent);
//! let message = &reading.messages[0];
//! assert_eq!(message.detect().format, Format::Table);
//!
//! let envelope = Envelope::from_message(message, Some("customers_list"));
//! assert_eq!(
//!     envelope.to_json(),
//!     r#"{"toolName":"customers_list","responseType":"list","data":[{"id": 1, "name": "Alice"}],"summary":{"returned":1}}"#,
//! );
//! ```
//!
//! Where to start:
//!
//! - [`read`] gives all messages that some bytes hold, whatever form they came in; [`Messages`] gives them one at a time, for
//!   files that hold many.
//! - [`Message::outcome`] is the text that a model would get, [`Message::detect`] what the payload looks like to a person, and
//!   [`Envelope::from_message`] the one typed form of it all. Whoever wants several of these asks an [`Interpretation`], which
//!   finds each of them once.
//! - [`Dialect::write`] writes an envelope as another server would; [`Envelope::single`] and [`Envelope::list`] make one of a
//!   program's own values.
//! - [`Raw`] is a JSON value as it was sent, [`Pointer`] the way to one, and [`Oddity`] what was wrong around it.

/// The examples in the README compile.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

mod amount;
mod columns;
mod dialect;
mod envelope;
mod error;
mod failing;
mod fields;
mod format;
mod interpretation;
mod json;
mod listing;
mod main_list;
mod message;
mod normalise;
mod oddity;
mod outcome;
mod outline;
mod paging_names;
mod payload;
mod pointer;
mod printable;
mod read;
mod revision;
mod tool_name;

pub use amount::counted;
pub use dialect::{Dialect, Written};
pub use envelope::{
    Code, Cursor, Data, Details, Envelope, ErrorInfo, Kind as EnvelopeKind, Metadata, Pagination, ResponseType, Status,
    Summary, json_schema, n8n_schema, openai_schema,
};
pub use error::{Error, UnknownName, Unwritable};
pub use format::{
    Column, Delimiter, Detection, Facts, Format, Pair, Tone, csv_ranges, csv_records, detect, pair_of, urls,
};
pub use interpretation::Interpretation;
pub use json::{Items, Kind, Members, Raw, Step, Style, Token, Tokens, Walk};
pub use listing::{DateForm, ListedColumn, Listing, Member};
pub use message::{
    Block, BlockKind, Body, Direction, Form, Message, Reading, ResultKind, ResultType, RpcError, Text, ToolResult,
};
pub use normalise::{Pages, without_page_notice};
pub use oddity::{Oddity, OddityKind};
pub use outcome::Outcome;
pub use outline::ColumnType;
pub use paging_names::PagingArgument;
pub use payload::{Agreement, Carrier, Content, Document, Origin, Payload, Place, python_literal};
pub use pointer::Pointer;
pub use printable::{is_hidden, printable, selects_look};
pub use read::{
    Line, Messages, ReadOptions, read, read_error, read_line, read_payload, read_result, read_shared, read_with,
};
pub use revision::Revision;
