//! JSON without a tree: values stay slices of the text that a server sent, and structure is read from events.
//! Key order, digits of big numbers and duplicate keys survive because nothing is ever rebuilt from them.

mod bytes;
mod emit;
mod event;
mod fingerprint;
pub(crate) mod hash;
mod lex;
mod locate;
mod nesting;
mod quirk;
mod raw;
mod serial;
mod string;
mod tokens;
mod walk;

pub use emit::Style;
pub(crate) use emit::{Emitter, written};
pub(crate) use event::{Event, Quoted, Span, Syntax};
pub(crate) use fingerprint::fingerprint;
pub(crate) use lex::Lexer;
pub(crate) use locate::locate;
pub(crate) use quirk::{Quirk, Quirks};
pub(crate) use raw::{Hole, Partial, Shared};
pub use raw::{Items, Kind, Members, Raw};
pub(crate) use string::{push_quoted, quote, unescape};
pub use tokens::{Token, Tokens};
pub use walk::{Step, Walk};
