//! A server at an address: requests with everything that all of them carry, redirects on the same server, patience
//! for one that is busy, and answers to one that asks who we are.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::{
    ACCEPT_ENCODING, AUTHORIZATION, HeaderMap, HeaderName, HeaderValue, LOCATION, RETRY_AFTER, WWW_AUTHENTICATE,
};
use reqwest::{Method, Response, StatusCode, Url};

use crate::address::safe_address;
use crate::body::reason;
use crate::error::Error;
use crate::inbox::{Id, Inbox, StoppedClock};
use crate::options::{Address, Authorize};
use crate::reading::Reader;
use crate::tls::tls_config;

/// A server that cannot be reached within this time is not there.
const LONGEST_CONNECTING: Duration = Duration::from_secs(30);
/// How often a redirect is followed, and a token renewed, for one request.
const MOST_REDIRECTS: usize = 5;
const MOST_RENEWALS: usize = 5;

/// A server at an address.
pub(crate) struct Web {
    client: reqwest::Client,
    reader: Reader,
    pub(super) url: Url,
    headers: HeaderMap,
    authorize: Option<Arc<dyn Authorize>>,
    retries_when_busy: usize,
    pub(super) inbox: Arc<Inbox>,
}

impl Web {
    pub(crate) fn new(address: Address, inbox: &Arc<Inbox>) -> Result<Self, Error> {
        let failed = |reason: String| Error::Unreachable { url: safe_address(&address.url), reason };
        let url = Url::parse(&address.url).map_err(|error| failed(error.to_string()))?;
        let headers = headers_of(&address.headers)?;
        let tls = tls_config().map_err(|error| failed(error.to_string()))?;
        let builder = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(address.timeout.min(LONGEST_CONNECTING))
            // Real servers and what is in front of them write odd heads around sound bodies.
            .http1_allow_obsolete_multiline_headers_in_responses(true)
            .http1_allow_spaces_after_header_name_in_responses(true)
            .http1_ignore_invalid_headers_in_responses(true)
            .http1_max_headers(1000)
            .user_agent(concat!("retort/", env!("CARGO_PKG_VERSION")));
        let client = builder.build().map_err(|error| failed(error.to_string()))?;
        let reader = Reader::start().map_err(|error| failed(error.to_string()))?;
        Ok(Self {
            client,
            reader,
            url,
            headers,
            authorize: address.authorize,
            retries_when_busy: address.retries_when_busy,
            inbox: Arc::clone(inbox),
        })
    }

    /// The address, without what may be secret.
    pub(super) fn address(&self) -> String {
        safe_address(self.url.as_str())
    }

    /// Whether a header that was given says who asks.
    pub(super) fn says_who_asks(&self) -> bool {
        self.headers.contains_key(AUTHORIZATION)
    }

    /// Sends a request and gives the beginning of the answer. `headers` and `body` are what this request alone has; `on` is
    /// its id, where somebody waits for it.
    pub(super) async fn send(
        &self,
        method: &Method,
        url: &Url,
        headers: &[(HeaderName, HeaderValue)],
        body: Option<&Bytes>,
        on: Option<Id>,
    ) -> Result<Response, Error> {
        let mut url = url.clone();
        let (mut redirected, mut busy, mut refused) = (0, 0, 0);
        loop {
            let sent = self.authorization(on).await?;
            let mut request = self.client.request(method.clone(), url.clone()).headers(self.headers.clone());
            if let Some(value) = &sent {
                request = request.header(AUTHORIZATION, value);
            }
            for (name, value) in headers {
                request = request.header(name, value);
            }
            request = request.header(ACCEPT_ENCODING, "gzip");
            if let Some(body) = body {
                request = request.body(body.clone());
            }
            let response = self.reader.read_for(request.send()).await.map_err(|error| self.failed(&error))?;
            let status = response.status();
            if let Some(to) = location(&response).filter(|_| status.is_redirection()) {
                let target = url.join(&to).ok().filter(|target| target.origin() == self.url.origin());
                // What is posted may be secret: only the server that was named may have it.
                let Some(target) = target.filter(|_| redirected < MOST_REDIRECTS) else {
                    return Err(Error::Redirected {
                        url: self.address(),
                        status: status.as_u16(),
                        to: safe_address(&to),
                    });
                };
                redirected += 1;
                url = target;
                continue;
            }
            if let Some(wait) = wait_asked_for(&response).filter(|_| busy < self.retries_when_busy) {
                busy += 1;
                self.inbox.notice(&format!("{} is busy; asking again in {} s", self.address(), wait.as_secs_f32()));
                tokio::time::sleep(wait).await;
                continue;
            }
            let challenge = challenge_of(&response);
            if is_denied(status, challenge.as_deref()) && refused < MOST_RENEWALS && self.authorize.is_some() {
                refused += 1;
                if self.renew(status, challenge.as_deref(), sent.as_deref(), on).await? {
                    continue;
                }
            }
            return Ok(response);
        }
    }

    /// While a person may have to say yes in a browser, no time passes for the request.
    fn stop_clock(&self, on: Option<Id>) -> StoppedClock {
        StoppedClock::new(Some(Arc::clone(&self.inbox)), on.as_slice())
    }

    async fn authorization(&self, on: Option<Id>) -> Result<Option<String>, Error> {
        let Some(authorize) = &self.authorize else { return Ok(None) };
        // Another request may be about to ask the person.
        let _clock = self.stop_clock(on);
        authorize.header().await.map_err(Error::Authorization)
    }

    /// Gets another token after a refusal; `false` where somebody has to log in first.
    async fn renew(
        &self,
        status: StatusCode,
        challenge: Option<&str>,
        sent: Option<&str>,
        on: Option<Id>,
    ) -> Result<bool, Error> {
        let Some(authorize) = &self.authorize else { return Ok(false) };
        let _clock = self.stop_clock(on);
        authorize.challenged(status.as_u16(), challenge, sent).await.map_err(Error::Authorization)
    }

    fn failed(&self, error: &reqwest::Error) -> Error {
        let (url, reason) = (self.address(), reason(error));
        if error.is_connect() { Error::Unreachable { url, reason } } else { Error::Broken { url, reason } }
    }
}

/// Whether an answer asks who we are. Where it is forbidden to all, no log-in helps.
pub(super) fn is_denied(status: StatusCode, challenge: Option<&str>) -> bool {
    status == StatusCode::UNAUTHORIZED || status == StatusCode::FORBIDDEN && challenge.is_some()
}

/// Everything that an answer says about who may ask.
pub(super) fn challenge_of(response: &Response) -> Option<String> {
    let values = response.headers().get_all(WWW_AUTHENTICATE).into_iter();
    let said: Vec<_> = values.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).collect();
    (!said.is_empty()).then(|| said.join(", "))
}

fn location(response: &Response) -> Option<String> {
    response.headers().get(LOCATION).map(|to| String::from_utf8_lossy(to.as_bytes()).into_owned())
}

/// How long a busy server asks to wait, where it does and that is not too long.
fn wait_asked_for(response: &Response) -> Option<Duration> {
    let busy = matches!(response.status(), StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
    let seconds: u64 = response.headers().get(RETRY_AFTER).filter(|_| busy)?.to_str().ok()?.trim().parse().ok()?;
    (seconds <= 30).then(|| Duration::from_secs(seconds))
}

/// A text as the value of a header, where HTTP allows it.
pub(super) fn header_value(text: &str) -> Option<HeaderValue> {
    HeaderValue::from_bytes(text.as_bytes()).ok()
}

/// The headers that every request carries.
fn headers_of(given: &[(String, String)]) -> Result<HeaderMap, Error> {
    let mut headers = HeaderMap::new();
    for (name, value) in given {
        let invalid = |what| Error::Header { name: name.clone(), what };
        let key = HeaderName::try_from(name.as_str()).map_err(|_| invalid("a name"))?;
        let mut value = HeaderValue::from_bytes(value.as_bytes()).map_err(|_| invalid("a value"))?;
        value.set_sensitive(true);
        headers.append(key, value);
    }
    Ok(headers)
}
