//! A server at an address: requests with everything that all of them carry, redirects on the same server, patience
//! for one that is busy, and answers to one that asks who we are.

use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{
    ACCEPT_ENCODING, AUTHORIZATION, HeaderMap, HeaderName, HeaderValue, LOCATION, RETRY_AFTER, WWW_AUTHENTICATE,
};
use reqwest::{Method, Response, StatusCode, Url};

use super::body::reason;
use crate::auth::{self, Authorizer};
use crate::error::Error;
use crate::inbox::Inbox;
use crate::naming::safe_address;

/// How often a busy server is asked again, a token renewed, and a redirect followed.
const TRIES: usize = 5;

/// A server at an address.
pub(crate) struct Web {
    client: reqwest::Client,
    pub(super) url: Url,
    headers: HeaderMap,
    authorizer: Option<Arc<Authorizer>>,
    pub(super) inbox: Arc<Inbox>,
    /// How many bytes a message may have.
    pub(super) limit: usize,
}

impl Web {
    pub(crate) fn new(
        url: Url,
        headers: HeaderMap,
        authorizer: Option<Arc<Authorizer>>,
        inbox: &Arc<Inbox>,
        limit: usize,
        timeout: Duration,
    ) -> Result<Self, Error> {
        crate::tls::install();
        let builder = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(timeout.min(Duration::from_secs(30)))
            // Real servers and what stands before them write odd heads around sound bodies.
            .http1_allow_obsolete_multiline_headers_in_responses(true)
            .http1_allow_spaces_after_header_name_in_responses(true)
            .http1_ignore_invalid_headers_in_responses(true)
            .http1_max_headers(1000)
            .user_agent(concat!("retort/", env!("CARGO_PKG_VERSION")));
        let failed =
            |error: reqwest::Error| Error::Unreachable { url: safe_address(url.as_str()), reason: error.to_string() };
        let client = builder.build().map_err(failed)?;
        Ok(Self { client, url, headers, authorizer, inbox: Arc::clone(inbox), limit })
    }

    /// The address, without what may be secret.
    pub(super) fn address(&self) -> String {
        safe_address(self.url.as_str())
    }

    /// Sends a request and gives the beginning of the answer. `headers` and `body` are what this request alone has.
    pub(super) async fn send(
        &self,
        method: &Method,
        url: &Url,
        headers: &[(HeaderName, HeaderValue)],
        body: Option<&str>,
    ) -> Result<Response, Error> {
        let mut url = url.clone();
        let (mut redirected, mut busy, mut refused) = (0, 0, 0);
        loop {
            let sent = self.authorization().await?;
            let mut request = self.client.request(method.clone(), url.clone()).headers(self.headers.clone());
            if let Some(value) = &sent {
                request = request.header(AUTHORIZATION, value);
            }
            for (name, value) in headers {
                request = request.header(name, value);
            }
            request = request.header(ACCEPT_ENCODING, "gzip");
            if let Some(body) = body {
                request = request.body(body.to_owned());
            }
            let response = request.send().await.map_err(|error| self.failed(&error))?;
            let status = response.status();
            if let Some(to) = location(&response).filter(|_| status.is_redirection()) {
                let target = url.join(&to).ok().filter(|target| target.origin() == self.url.origin());
                // What is posted may be secret: only the server that was named may have it.
                let Some(target) = target.filter(|_| redirected < TRIES) else {
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
            if let Some(wait) = wait_asked_for(&response).filter(|_| busy < TRIES) {
                busy += 1;
                self.inbox.host.notice(&format!(
                    "{} is busy; asking again in {} s",
                    self.address(),
                    wait.as_secs_f32()
                ));
                tokio::time::sleep(wait).await;
                continue;
            }
            let challenge = challenge_of(&response);
            if is_denied(status, challenge.as_deref()) && refused < TRIES && self.authorizer.is_some() {
                refused += 1;
                if self.renew(status, challenge.as_deref(), sent.as_deref()).await? {
                    continue;
                }
            }
            return Ok(response);
        }
    }

    async fn authorization(&self) -> Result<Option<String>, Error> {
        match &self.authorizer {
            Some(authorizer) => authorizer.header().await.map_err(|error| Error::Authorization(error.to_string())),
            None => Ok(None),
        }
    }

    /// Gets another token after a refusal; `false` where somebody has to log in first.
    async fn renew(&self, status: StatusCode, challenge: Option<&str>, sent: Option<&str>) -> Result<bool, Error> {
        let Some(authorizer) = &self.authorizer else { return Ok(false) };
        // A person may have to say yes in a browser.
        let _clock = self.inbox.stop_clock();
        match authorizer.challenged(status.as_u16(), challenge, sent).await {
            Ok(()) => Ok(true),
            Err(auth::Error::LoginNeeded { .. }) => Ok(false),
            Err(error) => Err(Error::Authorization(error.to_string())),
        }
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
