//! The log-in of one connection: it gives each request its `Authorization` value, renews the token before it ends, and
//! decides what to do when the server refuses one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use retort_wire::{Answering, Authorize, AuthorizeError};
use tokio::sync::Mutex;
use url::Url;

use super::discovery::Challenge;
use super::http::Http;
use super::login::{Login, keep, obtain};
use super::record::Record;
use super::store::{Stored, Tokens};
use super::token::{is_final, renew};
use super::{Error, server_url, union};

/// How often a person is asked in a row.
const MOST_LOGINS: u32 = 3;
/// A token that is refused this soon after it came was never good for the request.
const SOON: Duration = Duration::from_mins(1);

type Open = Box<dyn Fn(&str) + Send + Sync>;

/// Answers for one server's requests.
pub struct Authorizer {
    url: Url,
    tokens: Tokens,
    asking: Option<(Login, Open)>,
    // Held while a token is fetched: every other request waits for that one.
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    record: Option<Record>,
    renewed: Option<Instant>,
    logged_in: Option<Instant>,
    logins: u32,
    asked: Vec<String>,
}

impl std::fmt::Debug for Authorizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Authorizer").field("url", &self.url.as_str()).finish_non_exhaustive()
    }
}

impl Authorizer {
    /// Takes up the log-in to a server, if there is one.
    ///
    /// # Errors
    ///
    /// The URL is none, or the store cannot be read.
    pub fn new(url: &str, tokens: &Tokens) -> Result<Self, Error> {
        let url = server_url(url)?;
        let state = State { record: tokens.load(&url)?, ..State::default() };
        Ok(Self { url, tokens: tokens.clone(), asking: None, state: Mutex::new(state) })
    }

    /// Logs in like this when the server asks for it, instead of giving up. `open` is given the page on which a person
    /// has to say yes.
    #[must_use]
    pub fn with_login(mut self, login: Login, open: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.asking = Some((login, Box::new(open)));
        self
    }

    /// The log-in that is in use.
    pub async fn current(&self) -> Option<Stored> {
        self.state.lock().await.record.as_ref().map(Stored::of)
    }

    /// The `Authorization` value for the next request; none where there is no log-in that could be used.
    ///
    /// # Errors
    ///
    /// The token has ended, and its renewal failed for a reason that may pass.
    pub async fn header(&self) -> Result<Option<String>, Error> {
        let mut state = self.state.lock().await;
        let Some(record) = &state.record else { return Ok(None) };
        if !record.token.is_stale() {
            return Ok(Some(record.header()));
        }
        let (header, ended) = (record.header(), record.token.has_ended());
        match self.renew(&mut state, &header).await {
            Ok(true) => Ok(state.record.as_ref().map(Record::header)),
            // It may still be good for a moment; once it is not, the server's refusal says what it wants.
            Ok(false) => Ok((!ended).then_some(header)),
            Err(_) if !ended => Ok(Some(header)),
            Err(error) => Err(error),
        }
    }

    /// Decides what follows when the server refused a request with 401 or 403. `sent` is the `Authorization` value of
    /// that request, and `challenge` all `WWW-Authenticate` values of the answer, joined by commas.
    ///
    /// When this succeeds there is another token: send the request again, with what [`Self::header`] then gives.
    ///
    /// # Errors
    ///
    /// No other token can be had; the error says what the user has to do. [`Error::LoginNeeded`] and
    /// [`Error::ScopeNeeded`] name the scopes that the server wants.
    pub async fn challenged(&self, status: u16, challenge: Option<&str>, sent: Option<&str>) -> Result<(), Error> {
        let mut state = self.state.lock().await;
        let current = state.record.as_ref().map(Record::header);
        if current.is_some() && current.as_deref() != sent {
            // Another request was refused before, and has seen to it.
            return Ok(());
        }
        let said = Challenge::read(challenge, &self.url);
        if status == 403 && !said.wants_more {
            return Err(Error::Forbidden { url: self.url.to_string(), reason: said.reason });
        }
        let fresh = state.renewed.is_some_and(|at| at.elapsed() < SOON);
        if let Some(sent) = sent.filter(|_| !said.wants_more && !fresh)
            && self.renew(&mut state, sent).await?
        {
            return Ok(());
        }
        self.log_in(&mut state, challenge, said).await
    }

    /// Gets another token than the one that was sent, without asking anybody. Says whether there is one.
    async fn renew(&self, state: &mut State, sent: &str) -> Result<bool, Error> {
        if state.record.is_none() {
            return Ok(false);
        }
        let _lock = self.tokens.lock(&self.url).await?;
        // Another process may have been faster, or the user may have logged in again, or out.
        let Some(record) = self.tokens.load(&self.url)? else {
            state.record = None;
            return Ok(false);
        };
        let record = state.record.insert(record);
        if record.header() != sent && !record.token.is_stale() {
            return Ok(true);
        }
        if !record.is_renewable() {
            return Ok(false);
        }
        let http = Http::new(&self.url).await?;
        match renew(&http, record).await {
            Ok(renewed) => {
                self.tokens.save(&self.url, &renewed)?;
                state.record = Some(renewed);
                state.renewed = Some(Instant::now());
                Ok(true)
            }
            Err(error) if is_final(&error) => {
                // To offer the same refresh token again would only be refused again.
                if record.token.refresh.take().is_some() {
                    self.tokens.save(&self.url, record)?;
                }
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    async fn log_in(&self, state: &mut State, challenge: Option<&str>, said: Challenge) -> Result<(), Error> {
        let url = self.url.to_string();
        let granted = state.record.as_ref().map(|record| record.token.scopes.clone()).unwrap_or_default();
        let also = if said.wants_more { granted } else { Vec::new() };
        let scopes = union(also.iter().cloned().chain(said.scopes));
        let Some((login, open)) = &self.asking else {
            return Err(if said.wants_more {
                Error::ScopeNeeded { url, scopes }
            } else {
                Error::LoginNeeded { url, scopes, reason: said.reason }
            });
        };
        if state.logged_in.is_none_or(|at| at.elapsed() > SOON) {
            (state.logins, state.asked) = (0, Vec::new());
        }
        // A person is not asked twice for the same.
        let again = state.logins > 0 && scopes.iter().all(|scope| state.asked.contains(scope));
        if again || state.logins >= MOST_LOGINS {
            return Err(Error::Forbidden { url, reason: said.reason });
        }
        let http = Http::new(&self.url).await?;
        let challenge = challenge.or(login.challenge.as_deref());
        let record = obtain(&http, login, challenge, &also, open).await?;
        keep(&self.tokens, &self.url, &record).await?;
        state.asked = union(scopes.into_iter().chain(record.token.scopes.iter().cloned()));
        state.record = Some(record);
        state.logged_in = Some(Instant::now());
        state.logins += 1;
        Ok(())
    }
}

impl Authorize for Authorizer {
    fn header(&self) -> Answering<'_, Result<Option<String>, AuthorizeError>> {
        Box::pin(async { Self::header(self).await.map_err(|error| Arc::new(error) as AuthorizeError) })
    }

    fn challenged<'a>(
        &'a self,
        status: u16,
        challenge: Option<&'a str>,
        sent: Option<&'a str>,
    ) -> Answering<'a, Result<bool, AuthorizeError>> {
        Box::pin(async move {
            match Self::challenged(self, status, challenge, sent).await {
                Ok(()) => Ok(true),
                Err(Error::LoginNeeded { .. }) => Ok(false),
                Err(error) => Err(Arc::new(error) as AuthorizeError),
            }
        })
    }
}
