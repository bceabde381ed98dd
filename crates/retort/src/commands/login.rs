//! `retort login` and `retort logout`: a token for a server, and its end.

use retort_client::auth::{Tokens, login};
use retort_client::naming::Server;

use crate::Verdict;
use crate::args::{LoginOptions, LogoutOptions};
use crate::failure::Failure;
use crate::live::{block_on, find, interrupted, show_page};
use crate::output::tell;

pub(crate) fn run(options: &LoginOptions) -> Result<Verdict, Failure> {
    let url = address_of(&options.server, options.config.as_deref(), options.trust)?;
    let how = options.how.login()?;
    let tokens = Tokens::open_default()?;
    let stored = block_on(async {
        tokio::select! {
            stored = login(&url, &how, &tokens, show_page) => Ok(stored?),
            failure = interrupted() => Err(failure),
        }
    })?;
    let scopes = if stored.scopes.is_empty() { String::new() } else { format!(", for {}", stored.scopes.join(" ")) };
    tell(format_args!("logged in to {url}{scopes}"));
    Ok(Verdict::Good)
}

pub(crate) fn forget(options: &LogoutOptions) -> Result<Verdict, Failure> {
    let url = address_of(&options.server, options.config.as_deref(), options.trust)?;
    if Tokens::open_default()?.forget(&url)? {
        tell(format_args!("logged out of {url}"));
    } else {
        tell(format_args!("there was no log-in to {url}"));
    }
    Ok(Verdict::Good)
}

/// The address of a server, which only those that are reached over HTTP have.
fn address_of(server: &str, config: Option<&std::path::Path>, is_trusted: bool) -> Result<String, Failure> {
    match find(config, is_trusted, server)? {
        Server::Http(endpoint) => Ok(endpoint.url),
        _ => Err(Failure::Unsupported { what: format!("{server}: only servers with an address have a log-in") }),
    }
}
