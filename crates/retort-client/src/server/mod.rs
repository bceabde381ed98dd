//! A server to connect to: a program, an address, or one that is built in. What these hold may be secret: neither `Debug` nor
//! `Display` shows a value of `env` or `headers`.

mod bearer;
mod shown;

use std::path::PathBuf;

pub use bearer::{Bearer, BearerError};
#[cfg(feature = "naming")]
pub(crate) use shown::{listed, quoted};

/// A server, as a person named it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Server {
    /// A program to start, which speaks over its standard input and output.
    Command(Command),
    /// An address to send requests to.
    Http(Endpoint),
    /// A server that Retort brings along, by its name.
    BuiltIn(String),
}

/// A program to start. `Debug` and `Display` keep back what may be secret.
#[derive(Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Command {
    /// The program: a name on the search path, or a path.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// What is added to its environment.
    pub env: Vec<(String, String)>,
    /// The folder to start it in: that of the project whose file names it; where the caller is when there is none.
    pub cwd: Option<PathBuf>,
}

impl Command {
    /// A program with its arguments, in this environment and folder.
    pub fn new(program: impl Into<String>, args: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { program: program.into(), args: args.into_iter().map(Into::into).collect(), env: Vec::new(), cwd: None }
    }
}

/// An address to send requests to. `Debug` and `Display` keep back what may be secret.
#[derive(Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Endpoint {
    /// The address.
    pub url: String,
    /// The headers that each request carries.
    pub headers: Vec<(String, String)>,
    /// Which way of speaking over HTTP the file asks for; `None` leaves it to be found out.
    pub kind: Option<EndpointKind>,
    /// Whether the address itself was given, instead of a name that a file explains.
    pub is_typed: bool,
}

impl Endpoint {
    /// An address without headers, of a kind that is to be found out.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), headers: Vec::new(), kind: None, is_typed: true }
    }
}

/// A way of speaking over HTTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EndpointKind {
    /// Streamable HTTP: one address for everything.
    Streamable,
    /// HTTP with server-sent events, as revision 2024-11-05 had it.
    Sse,
}
