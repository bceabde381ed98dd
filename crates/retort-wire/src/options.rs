//! What a caller decides: about a connection, about one request, and about a server at an address.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::budget::{Budget, Exceeded};
use crate::handler::Answering;

/// How replies are matched to requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Matching {
    /// For one caller who has the connection alone: a reply with a bent id, or with none, answers the only request that
    /// waits, and what is no reply at all is taken for one when nothing better comes in time.
    #[default]
    Lenient,
    /// For several callers on one connection: a reply reaches the request whose id it has, and no other. One that is late,
    /// comes twice or names nobody goes to [`Handler::stray`](crate::Handler::stray).
    Strict,
}

/// Sees every message as it goes out and comes in, such as a recording.
pub trait Tap: Send + Sync {
    /// A message is sent.
    ///
    /// # Errors
    ///
    /// Where it has seen as much as it takes: that ends the connection.
    fn sent(&self, bytes: &[u8]) -> Result<(), Exceeded>;
    /// Something arrived, which need be no message. What is large is shown on a thread of its own.
    ///
    /// # Errors
    ///
    /// Where it has seen as much as it takes: that ends the connection.
    fn received(&self, bytes: &[u8]) -> Result<(), Exceeded>;
}

/// How a connection is.
#[derive(Clone)]
#[non_exhaustive]
pub struct PeerOptions {
    /// How replies find their requests.
    pub matching: Matching,
    /// How many bytes a message may have. The limits of what the connection holds in all follow from it: its buffers hold
    /// twice as much, what waits for the handler as much, and what waits to be sent as much.
    pub max_size: usize,
    /// What all connections hold together that are given this one.
    pub budget: Option<Budget>,
    /// How much of what the other side asks and tells may wait for the handler, and how many messages to be sent. When
    /// there are more, whoever sends has to wait: the other side, or the caller.
    pub queue: usize,
    /// How many questions of the other side are answered at the same time.
    pub questions: usize,
    /// Who sees every message.
    pub tap: Option<Arc<dyn Tap>>,
    /// Who ends with a child process what its own children left behind.
    pub orphans: Option<crate::Orphans>,
    /// Who ends a child process, with everything that it started, when this process is gone.
    pub watcher: Option<crate::Watcher>,
    /// The variables of this process that a child gets beside those that programs need.
    pub environment: Vec<String>,
}

impl Default for PeerOptions {
    fn default() -> Self {
        Self {
            matching: Matching::Lenient,
            max_size: 1 << 28,
            budget: None,
            queue: 256,
            questions: 256,
            tap: None,
            orphans: None,
            watcher: None,
            environment: Vec::new(),
        }
    }
}

impl fmt::Debug for PeerOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PeerOptions")
            .field("matching", &self.matching)
            .field("max_size", &self.max_size)
            .field("queue", &self.queue)
            .field("questions", &self.questions)
            .finish_non_exhaustive()
    }
}

/// How one request is sent.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RequestOptions {
    /// How long its reply may take; progress starts it anew, and a question that belongs to it stops its clock. `None`
    /// waits until the connection ends.
    pub timeout: Option<Duration>,
    /// How long it may take in all, however often progress comes; the clock stops for this, too. `None` for as long as
    /// progress comes.
    pub max_time: Option<Duration>,
    /// What HTTP says of it beside the body.
    pub headers: Vec<(String, String)>,
}

impl RequestOptions {
    /// With a deadline, and no headers of its own.
    pub fn within(timeout: Duration) -> Self {
        Self { timeout: Some(timeout), max_time: None, headers: Vec::new() }
    }

    /// With an end that no progress puts off.
    #[must_use]
    pub fn at_most(mut self, max_time: Option<Duration>) -> Self {
        self.max_time = max_time;
        self
    }

    /// With these headers.
    #[must_use]
    pub fn with_headers(mut self, headers: Vec<(String, String)>) -> Self {
        self.headers = headers;
        self
    }
}

/// Why nobody can say who asks.
pub type AuthorizeError = Arc<dyn std::error::Error + Send + Sync>;

/// Says who asks, to a server that wants to know.
pub trait Authorize: fmt::Debug + Send + Sync {
    /// The value of `Authorization` for the next request, where there is one.
    fn header(&self) -> Answering<'_, Result<Option<String>, AuthorizeError>>;

    /// A request was refused with 401 or 403. Gives whether another one is worth a try. `challenge` is what the answer says
    /// under `WWW-Authenticate`, `sent` the value that the request had.
    fn challenged<'a>(
        &'a self,
        status: u16,
        challenge: Option<&'a str>,
        sent: Option<&'a str>,
    ) -> Answering<'a, Result<bool, AuthorizeError>>;
}

/// A server at an address.
#[derive(Clone)]
#[non_exhaustive]
pub struct Address {
    /// The address.
    pub url: String,
    /// The headers that each request carries.
    pub headers: Vec<(String, String)>,
    /// Who answers when the server asks who we are.
    pub authorize: Option<Arc<dyn Authorize>>,
    /// How long it may take to connect, and for an event stream to begin.
    pub timeout: Duration,
    /// How often a server is asked again that answers with 429 or 503 and says when.
    pub retries_when_busy: usize,
}

impl Address {
    /// An address, with half a minute to reach it. A busy server is not asked again.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            headers: Vec::new(),
            authorize: None,
            timeout: Duration::from_secs(30),
            retries_when_busy: 0,
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Address").field("url", &crate::safe_address(&self.url)).finish_non_exhaustive()
    }
}
