//! Who calls, as far as a transport knows it, and how callers are told that they may not.

use std::fmt;
use std::sync::Arc;

use http::HeaderMap;
use retort_core::Dialect;

use crate::answer::Answer;
use crate::reply::Reply;
use crate::tool::IntoAnswer;

/// Who calls. Over HTTP it has the headers of the request; over a pair of streams there is nothing to know, since whoever holds
/// the streams has started the server.
#[derive(Clone, Debug, Default)]
pub struct Context {
    headers: Option<Arc<HeaderMap>>,
}

impl Context {
    /// A caller who holds the server's streams.
    pub fn local() -> Self {
        Self::default()
    }

    /// A caller over HTTP.
    pub fn with_headers(headers: HeaderMap) -> Self {
        Self { headers: Some(Arc::new(headers)) }
    }

    /// Whether the caller holds the server's streams.
    pub fn is_local(&self) -> bool {
        self.headers.is_none()
    }

    /// A header of the caller's request, where it has it once and as text.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.as_ref()?.get_all(name).iter();
        let first = all.next()?.to_str().ok()?;
        all.next().is_none().then_some(first)
    }

    /// Whether the caller's request has a header, whatever it says.
    pub(crate) fn has_header(&self, name: &str) -> bool {
        self.headers.as_ref().is_some_and(|headers| headers.contains_key(name))
    }

    /// What the caller has to show under a scheme, such as `Bearer`.
    ///
    /// ```
    /// use http::HeaderMap;
    /// use retort_server::Context;
    ///
    /// let headers = HeaderMap::from_iter([(http::header::AUTHORIZATION, "bearer abc".parse()?)]);
    /// assert_eq!(Context::with_headers(headers).credentials("Bearer"), Some("abc"));
    /// assert_eq!(Context::local().credentials("Bearer"), None);
    /// # Ok::<(), http::header::InvalidHeaderValue>(())
    /// ```
    pub fn credentials(&self, scheme: &str) -> Option<&str> {
        let (said, credentials) = self.header("authorization")?.trim().split_once(' ')?;
        said.eq_ignore_ascii_case(scheme).then_some(credentials.trim())
    }
}

/// Why a caller may not call. As an answer it is an error of the tool; over HTTP its status says it too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    message: String,
    challenge: Option<String>,
}

impl Denied {
    /// Nobody knows who calls. The challenge says how a caller shows who it is: it goes into `WWW-Authenticate`.
    pub fn unauthorized(message: impl Into<String>, challenge: impl Into<String>) -> Self {
        Self { message: message.into(), challenge: Some(challenge.into()) }
    }

    /// It is known who calls, and who may not.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self { message: message.into(), challenge: None }
    }

    /// The status of HTTP: 401 or 403.
    pub fn status(&self) -> u16 {
        if self.challenge.is_some() { 401 } else { 403 }
    }

    /// How a caller shows who it is.
    pub fn challenge(&self) -> Option<&str> {
        self.challenge.as_deref()
    }

    fn code(&self) -> &'static str {
        if self.challenge.is_some() { "unauthorized" } else { "forbidden" }
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.challenge {
            Some(challenge) => write!(f, "Unauthorized: {} (WWW-Authenticate: {challenge})", self.message),
            None => write!(f, "Forbidden: {}", self.message),
        }
    }
}

impl IntoAnswer for Denied {
    fn into_answer(self, dialect: Dialect) -> Answer {
        let answer = Reply::error(self.code(), self.to_string()).into_result(dialect);
        Answer { denied: Some(self), ..answer }
    }
}
