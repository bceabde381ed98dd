//! `retort login` and `retort logout`: a token for a server, and its end.

use retort_client::auth::{LoggedOut, Tokens, login, logout};
use retort_client::naming::Server;

use crate::Verdict;
use crate::args::{LoginOptions, LogoutOptions};
use crate::failure::Failure;
use crate::live::advice::advised_login;
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
    let tokens = Tokens::open_default()?;
    let how = block_on(async {
        tokio::select! {
            how = logout(&url, &tokens) => Ok(how?),
            failure = interrupted() => Err(failure),
        }
    })?;
    match how {
        LoggedOut::NoLogin => tell(format_args!("there was no log-in to {url}")),
        LoggedOut::Revoked => tell(format_args!("logged out of {url}, and its tokens are revoked")),
        LoggedOut::NotRevoked(error) => tell(format_args!(
            "logged out of {url} here, but its tokens are good until they expire: {}",
            advised_login(&error)
        )),
        _ => tell(format_args!(
            "logged out of {url} here; it offers no way to revoke its tokens, which are good until they expire"
        )),
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
