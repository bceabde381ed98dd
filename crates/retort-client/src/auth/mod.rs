//! Logging in to servers that ask for it, with OAuth. [`login`] gets a token and keeps it in [`Tokens`];
//! an [`Authorizer`] hands it to each request of a connection, renews it, and judges what the server says when it
//! refuses one.
//!
//! `rmcp` finds the authorisation server and builds the authorisation URL with its PKCE challenge. The rest is here,
//! because `rmcp` keeps neither a client's secret nor the words of an error, and asks again for all metadata to renew
//! a token.

mod address;
mod assertion;
mod authorizer;
mod browser;
mod callback;
mod client;
mod discovery;
mod error;
mod http;
mod lock;
mod login;
mod logout;
mod page;
mod record;
mod store;
mod token;

pub use assertion::SigningKey;
pub use authorizer::Authorizer;
pub use browser::open_browser;
pub use error::Error;
pub use login::{Identity, Login, Way, login};
pub use logout::{LoggedOut, logout};
pub use record::Secret;
pub use store::{Stored, Tokens};

use url::Url;

use retort_wire::one_line;

/// Reads a server's URL; what a log-in is kept under.
fn server_url(url: &str) -> Result<Url, Error> {
    let mut parsed = Url::parse(url).map_err(|error| Error::Url { url: url.to_owned(), reason: error.to_string() })?;
    if !matches!(parsed.scheme(), "http" | "https") || parsed.host().is_none() {
        return Err(Error::Url { url: url.to_owned(), reason: "only http and https servers have log-ins".to_owned() });
    }
    parsed.set_fragment(None);
    Ok(parsed)
}

/// A stranger's words, fit to be shown.
fn shown(words: &str) -> String {
    one_line(words, 300)
}

/// The scopes of both lists, each once, in the order in which they were met.
fn union(scopes: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut kept = Vec::new();
    for scope in scopes {
        if !kept.contains(&scope) {
            kept.push(scope);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_http_servers_have_log_ins() {
        assert!(server_url("https://example.com/mcp#top").is_ok_and(|url| url.as_str() == "https://example.com/mcp"));
        assert!(server_url("file:///etc/passwd").is_err());
        assert!(server_url("npx server").is_err());
    }
}
