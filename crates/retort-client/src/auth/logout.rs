//! Logging out: the token is forgotten here first, whatever happens then, and ended at the authorisation server where that
//! offers it.

use super::http::Http;
use super::record::Record;
use super::store::Tokens;
use super::token::Desk;
use super::{Error, server_url};

/// How a log-in ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoggedOut {
    /// There was none.
    NoLogin,
    /// The token is forgotten here, and the authorisation server takes it no more.
    Revoked,
    /// The token is forgotten here. The authorisation server offers no way to end it, so it is good until it expires.
    Forgotten,
    /// The token is forgotten here, but the authorisation server did not end it.
    NotRevoked(Error),
}

/// Forgets the log-in to a server, and has the authorisation server end its tokens.
///
/// # Errors
///
/// The URL is none, or the file cannot be removed.
pub async fn logout(url: &str, tokens: &Tokens) -> Result<LoggedOut, Error> {
    let server = server_url(url)?;
    // A file that cannot be read is removed all the same.
    let record = tokens.load(&server).ok().flatten();
    if !tokens.forget(url)? {
        return Ok(LoggedOut::NoLogin);
    }
    let Some((record, endpoint)) =
        record.as_ref().and_then(|record| Some((record, record.revocation_endpoint.as_ref()?)))
    else {
        return Ok(LoggedOut::Forgotten);
    };
    let ended = match Http::new(&server).await {
        Ok(http) => revoke(&http, record, endpoint).await,
        Err(error) => Err(error),
    };
    Ok(ended.map_or_else(LoggedOut::NotRevoked, |()| LoggedOut::Revoked))
}

/// Ends both tokens of a log-in. The one that buys others goes first.
async fn revoke(http: &Http, record: &Record, endpoint: &str) -> Result<(), Error> {
    let desk = Desk { what: "the revocation endpoint", endpoint, client_id: &record.client_id, proof: &record.proof };
    if let Some(refresh) = &record.token.refresh {
        desk.revoke(http, refresh, "refresh_token").await?;
    }
    match desk.revoke(http, &record.token.access, "access_token").await {
        // Some end only the tokens that buy others; an access token ends by itself soon.
        Err(Error::Denied { code, .. }) if code == "unsupported_token_type" && record.token.refresh.is_some() => Ok(()),
        other => other,
    }
}
