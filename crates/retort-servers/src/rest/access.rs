//! Who may call: a token that callers over HTTP show, and what a resource lets those do who show none.

use std::fmt;

use retort_server::{Context, Denied};
use sha2::{Digest, Sha256};

/// The scheme of the token.
const SCHEME: &str = "Token";

/// Who may call. Without a token everybody may do everything.
#[derive(Clone, Default)]
pub struct Access {
    /// What callers over HTTP show: `Authorization: Token …`. Who holds the streams of the server needs none.
    pub token: Option<String>,
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Access").field("has_token", &self.token.is_some()).finish()
    }
}

/// What a resource lets callers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Permission {
    /// Everybody reads, and who has shown the token writes.
    AuthenticatedOrReadOnly,
    /// Who has shown the token reads and writes.
    Authenticated,
}

impl Access {
    /// Lets a caller do everything, or says why not.
    ///
    /// # Errors
    ///
    /// Where the caller does not show the token.
    pub fn admits(&self, caller: &Context) -> Result<(), Denied> {
        self.check(caller, Permission::Authenticated, false)
    }

    /// Lets a caller do something, or says why not.
    pub(super) fn check(&self, caller: &Context, permission: Permission, is_reading: bool) -> Result<(), Denied> {
        let Some(token) = &self.token else { return Ok(()) };
        if caller.is_local() || is_shown(caller, token)? {
            return Ok(());
        }
        if is_reading && permission == Permission::AuthenticatedOrReadOnly {
            return Ok(());
        }
        Err(Denied::unauthorized("Authentication credentials were not provided.", SCHEME))
    }
}

/// Whether a caller shows the token; who shows a wrong one is refused, whatever it wants.
fn is_shown(caller: &Context, token: &str) -> Result<bool, Denied> {
    let mut words = caller.header("authorization").unwrap_or_default().split_ascii_whitespace();
    if !words.next().is_some_and(|scheme| scheme.eq_ignore_ascii_case(SCHEME)) {
        return Ok(false);
    }
    let wrong = match (words.next(), words.next()) {
        (None, _) => "Invalid token header. No credentials provided.",
        (Some(_), Some(_)) => "Invalid token header. Token string should not contain spaces.",
        (Some(shown), None) if is_same(shown, token) => return Ok(true),
        (Some(_), None) => "Invalid token.",
    };
    Err(Denied::unauthorized(wrong, SCHEME))
}

/// Whether two secrets are the same. Digests are compared, all of their bytes: the time that it takes says nothing of either.
fn is_same(shown: &str, token: &str) -> bool {
    let (shown, token) = (Sha256::digest(shown), Sha256::digest(token));
    shown.iter().zip(&token).fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
}
