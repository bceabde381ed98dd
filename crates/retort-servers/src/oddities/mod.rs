//! A server whose tools answer as oddly as real servers do: each call gets one malformed or odd response, written
//! byte by byte. It shows what a client loses, and it is the proof that Retort's own client loses nothing.
//!
//! Only `tools/call` is odd. `initialize`, `tools/list` and `ping` are answered as the protocol asks, so that a client
//! gets as far as the call. Each tool is a [`Case`] that says what is odd, which transports can carry it and what a
//! client that loses nothing makes of it.
//!
//! ```
//! use retort_servers::oddities::{Expect, Transport, cases};
//!
//! let case = cases().iter().find(|case| case.name == "id-null").unwrap();
//! assert_eq!(case.expect, Expect::Payload("payload-of-id-null".into()));
//! assert!(case.sent(Transport::Stdio, "7").starts_with(b"{\"jsonrpc\":\"2.0\",\"id\":null"));
//! ```

mod call;
mod case;
mod cases;
mod http;
mod protocol;
mod script;
mod stdio;

pub use case::{Case, Expect, Transport, Transports};
pub use cases::cases;
pub use http::serve_http;
pub use stdio::serve_stdio;
