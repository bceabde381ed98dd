//! Who a SERVER argument means: a URL, a name from a configuration file, a built-in server or a command line.
//! [`Directory`] reads the files that other MCP clients use already, so that nothing has to be written twice.
//! What these files hold may be secret: neither `Debug` nor an error shows a value of `env` or `headers`.
//!
//! ```
//! use retort_client::naming::{Directory, Server, Trust};
//!
//! let here = std::env::temp_dir();
//! let directory = Directory::read(None, &here, &["demo"], &Trust::open_default())?;
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
mod intent;
mod jsonc;
mod ownership;
mod places;
mod program;
mod review;
mod trust;
mod variables;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod trust_tests;

pub use directory::{Directory, Named, Origin};
pub use error::NamingError;
pub use intent::Intent;
pub use review::{EnvFile, Review};
pub use trust::{Standing, Trust, TrustError, Trusted};

pub use crate::server::{Command, Endpoint, EndpointKind, Server};

/// The words of a line, as a shell splits it.
///
/// # Errors
///
/// Where a quote does not end.
pub fn words(line: &str) -> Result<Vec<String>, String> {
    shell_words::split(line).map_err(|error| error.to_string())
}
