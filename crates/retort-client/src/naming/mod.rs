//! Who a SERVER argument means: a URL, a name from a configuration file, a built-in server or a command line.
//! [`Directory`] reads the files that other MCP clients use already, so that nothing has to be written twice.
//! What these files hold may be secret: neither `Debug` nor an error shows a value of `env` or `headers`.
//!
//! ```
//! use retort_client::naming::{Directory, Server};
//!
//! let here = std::env::temp_dir();
//! let directory = Directory::read(None, &here, &["demo"])?;
//! assert_eq!(directory.find("demo")?, Server::BuiltIn("demo".to_owned()));
//!
//! let Server::Http(endpoint) = directory.find("https://example.org/mcp")? else { unreachable!() };
//! assert_eq!(endpoint.url, "https://example.org/mcp");
//!
//! let Server::Command(command) = directory.find("LEVEL=2 uvx 'my server' --fast")? else { unreachable!() };
//! assert_eq!(command.args, ["my server", "--fast"]);
//! # Ok::<(), retort_client::naming::NamingError>(())
//! ```

mod directory;
mod entry;
mod env_file;
mod error;
mod file;
mod jsonc;
mod places;
mod program;
mod shown;
mod variables;

#[cfg(test)]
mod tests;

use std::path::PathBuf;

pub use directory::{Directory, Named, Origin};
pub use error::NamingError;

/// The words of a line, as a shell splits it.
///
/// # Errors
///
/// Where a quote does not end.
pub fn words(line: &str) -> Result<Vec<String>, String> {
    shell_words::split(line).map_err(|error| error.to_string())
}

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
}

impl Endpoint {
    /// An address without headers, of a kind that is to be found out.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), headers: Vec::new(), kind: None }
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
