//! Streamable HTTP: every message is a POST, and its answer is JSON, a stream of events, or something that only
//! claims to be one of the two.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use reqwest::header::{AUTHORIZATION, LOCATION, WWW_AUTHENTICATE};
use reqwest::{Method, RequestBuilder, Response, StatusCode, Url};
use retort_core::read;
use tokio::task::AbortHandle;

use super::Outgoing;
use super::body::{Body, Broken, reason};
use super::events::{Event, Events};
use super::frames::{Frame, Frames};
use super::has_message;
use crate::auth::{self, Authorizer};
use crate::error::Error;
use crate::inbox::{Closing, Id, Inbox};
use crate::revision::Revision;

/// How long to wait before a stream is asked for again, where the server does not say.
const RETRY: Duration = Duration::from_millis(500);
/// A body that is whole JSON ends here, if nothing more comes for this long.
const IDLE: Duration = Duration::from_millis(500);
/// How often a busy server is asked again, a stream is resumed without news, and a redirect followed.
const TRIES: usize = 5;
/// How long the end of a session may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// A server at an address.
pub(crate) struct Http {
    client: reqwest::Client,
    url: Url,
    headers: HeaderMap,
    authorizer: Option<Arc<Authorizer>>,
    inbox: Arc<Inbox>,
    limit: usize,
    session: Mutex<Option<String>>,
    revision: Mutex<Option<Revision>>,
    tasks: Mutex<HashMap<Option<Id>, AbortHandle>>,
    /// Whether the server sends messages on a stream of their own.
    listening: AtomicBool,
}

/// What the streams have in common: the last event, and how long to wait for more.
#[derive(Default)]
struct Position {
    last: Option<String>,
    retry: Option<Duration>,
    events: usize,
}

impl Http {
    pub(crate) fn new(
        client: reqwest::Client,
        url: Url,
        headers: HeaderMap,
        authorizer: Option<Arc<Authorizer>>,
        inbox: &Arc<Inbox>,
        limit: usize,
    ) -> Arc<Self> {
        Arc::new(Self {
            client,
            url,
            headers,
            authorizer,
            inbox: Arc::clone(inbox),
            limit,
            session: Mutex::default(),
            revision: Mutex::default(),
            tasks: Mutex::default(),
            listening: AtomicBool::new(false),
        })
    }

    /// The revision that was agreed on, which every request names from now on.
    pub(crate) fn speak(&self, revision: Option<Revision>) {
        *lock(&self.revision) = revision;
    }

    /// Forgets a session that the server has forgotten.
    pub(crate) fn forget_session(&self) {
        *lock(&self.session) = None;
        *lock(&self.revision) = None;
    }

    pub(crate) async fn send(self: &Arc<Self>, outgoing: Outgoing) -> Result<(), Error> {
        let Some(id) = outgoing.id else {
            // Nobody waits for an answer to this; one that comes all the same is read.
            let response = self.post(&outgoing).await?;
            let status = response.status();
            self.read_answer(response, None, &outgoing).await;
            // A server may ask something just when the session ends; it does not take the answer any more.
            if (status.is_client_error() || status.is_server_error()) && !self.inbox.is_closed() {
                let what = if outgoing.method.is_empty() { "what it had asked for" } else { &outgoing.method };
                self.inbox.host.notice(&format!("{} answered {what} with HTTP status {status}", self.url));
            }
            return Ok(());
        };
        let http = Arc::clone(self);
        let task = tokio::spawn(async move {
            if let Err(error) = http.exchange(id, &outgoing).await {
                http.inbox.fail(id, |_, _| error);
            }
            lock(&http.tasks).remove(&Some(id));
        });
        lock(&self.tasks).insert(Some(id), task.abort_handle());
        Ok(())
    }

    pub(crate) fn abandon(&self, id: Id) {
        if let Some(task) = lock(&self.tasks).remove(&Some(id)) {
            task.abort();
        }
    }

    /// Asks for the stream on which the server sends what answers no request.
    pub(crate) fn listen(self: &Arc<Self>) {
        let http = Arc::clone(self);
        let task = tokio::spawn(async move {
            let mut position = Position::default();
            let mut without_news = 0;
            while without_news < TRIES {
                let before = position.events;
                let Ok(response) = http.get(position.last.as_deref()).await else { break };
                let is_stream = content_type(&response).contains("event-stream");
                if !response.status().is_success() || !is_stream {
                    break;
                }
                http.listening.store(true, Ordering::Relaxed);
                let mut body = Body::new(response, usize::MAX);
                http.read_events(&mut body, Vec::new(), None, &mut position).await;
                without_news = if position.events > before { 0 } else { without_news + 1 };
                tokio::time::sleep(position.retry.unwrap_or(RETRY)).await;
            }
            http.listening.store(false, Ordering::Relaxed);
        });
        lock(&self.tasks).insert(None, task.abort_handle());
    }

    /// Ends the session, if there is one.
    pub(crate) async fn close(&self) {
        self.inbox.close(&Closing::Closed { reason: "it was closed here".to_owned() });
        for (_, task) in lock(&self.tasks).drain() {
            task.abort();
        }
        if lock(&self.session).is_some() {
            // A server may not allow it, or not answer.
            let sent = self.authorization().await.unwrap_or_default();
            let _ = tokio::time::timeout(FAREWELL, self.request(Method::DELETE, sent.as_deref()).send()).await;
        }
    }

    /// A request with everything that all of them carry.
    fn request(&self, method: Method, authorization: Option<&str>) -> RequestBuilder {
        let mut request = self.client.request(method, self.url.clone()).headers(self.headers.clone());
        if let Some(value) = authorization {
            request = request.header(AUTHORIZATION, value);
        }
        if let Some(session) = &*lock(&self.session) {
            request = request.header("Mcp-Session-Id", session);
        }
        if let Some(revision) = *lock(&self.revision) {
            request = request.header("MCP-Protocol-Version", revision.name());
        }
        request.header(ACCEPT_ENCODING, "gzip")
    }

    async fn authorization(&self) -> Result<Option<String>, Error> {
        match &self.authorizer {
            Some(authorizer) => authorizer.header().await.map_err(|error| Error::Authorization(error.to_string())),
            None => Ok(None),
        }
    }

    async fn get(&self, last: Option<&str>) -> Result<Response, Error> {
        let sent = self.authorization().await?;
        let request = self.request(Method::GET, sent.as_deref()).header(ACCEPT, "text/event-stream");
        let request = last.and_then(header_value).into_iter().fold(request, |r, last| r.header("Last-Event-ID", last));
        request.send().await.map_err(|error| self.unreachable(&error))
    }

    /// Posts a message, with patience for a server that is busy, and keeps the session that the answer names.
    async fn post(&self, outgoing: &Outgoing) -> Result<Response, Error> {
        let mut asked_again = 0;
        let mut refused = 0;
        loop {
            let sent = self.authorization().await?;
            let mut request = self.request(Method::POST, sent.as_deref());
            for (name, value) in &outgoing.headers {
                if let (Ok(name), Some(value)) = (HeaderName::try_from(name), header_value(value)) {
                    request = request.header(name, value);
                }
            }
            let request = request.header(ACCEPT, "application/json, text/event-stream");
            let request = request.header(CONTENT_TYPE, "application/json").body(outgoing.text.clone());
            let response = request.send().await.map_err(|error| self.unreachable(&error))?;
            if response.status().is_redirection() {
                return Err(self.redirected(&response));
            }
            if let Some(authorizer) = self.authorizer.as_ref().filter(|_| refused < TRIES)
                && let challenge = challenge_of(&response)
                && is_denied(response.status(), challenge.as_deref())
            {
                refused += 1;
                self.inbox.postpone(true);
                let other =
                    authorizer.challenged(response.status().as_u16(), challenge.as_deref(), sent.as_deref()).await;
                self.inbox.postpone(false);
                match other {
                    Ok(()) => continue,
                    Err(auth::Error::LoginNeeded { .. }) => {}
                    Err(error) => return Err(Error::Authorization(error.to_string())),
                }
            }
            match wait_asked_for(&response) {
                Some(wait) if asked_again < TRIES => {
                    asked_again += 1;
                    self.inbox.host.notice(&format!("{} is busy; asking again in {} s", self.url, wait.as_secs_f32()));
                    tokio::time::sleep(wait).await;
                }
                _ => {
                    let session = response.headers().get("mcp-session-id").and_then(|value| value.to_str().ok());
                    if let Some(session) = session {
                        *lock(&self.session) = Some(session.to_owned());
                    }
                    return Ok(response);
                }
            }
        }
    }

    async fn exchange(&self, id: Id, outgoing: &Outgoing) -> Result<(), Error> {
        let response = self.post(outgoing).await?;
        if response.status() == StatusCode::NOT_FOUND
            && lock(&self.session).is_some()
            && outgoing.method != "initialize"
        {
            let mut body = Body::new(response, self.limit);
            let (bytes, broken) = whole(&mut body, Vec::new()).await;
            if !has_message(&read(bytes.as_slice())) {
                return Err(Error::SessionEnded { url: self.url.to_string(), body: bytes });
            }
            self.take_whole(id, &bytes, &body, broken, outgoing);
            return Ok(());
        }
        self.read_answer(response, Some(id), outgoing).await;
        Ok(())
    }

    /// Reads the answer to a message, to its end or until the reply is there.
    async fn read_answer(&self, response: Response, on: Option<Id>, outgoing: &Outgoing) {
        let status = response.status();
        let challenge = challenge_of(&response);
        let is_stream = content_type(&response).contains("event-stream");
        let mut body = Body::new(response, self.limit);
        let (start, broken) = beginning(&mut body).await;
        if looks_like_events(&start, is_stream) && status.is_success() && broken.is_none() {
            let mut position = Position::default();
            let mut ended = self.read_events(&mut body, start, on, &mut position).await;
            if let Some(id) = on {
                ended = self.resume(id, &mut position, ended).await;
                self.inbox.fail(id, |method, arrived| ended.error(method, arrived, position.events, self.limit));
            }
            return;
        }
        let (bytes, broken) = match broken {
            Some(broken) => (start, Some(broken)),
            None => whole(&mut body, start).await,
        };
        let Some(id) = on else {
            if !bytes.trim_ascii().is_empty() && status.is_success() {
                self.inbox.arrive(&bytes, None);
            }
            return;
        };
        if is_denied(status, challenge.as_deref()) {
            let url = self.url.to_string();
            self.inbox.fail(id, |_, _| Error::Unauthorized { url, status: status.as_u16(), challenge, body: bytes });
            return;
        }
        self.take_whole(id, &bytes, &body, broken, outgoing);
    }

    /// Finds the reply in a body that has come to its end.
    fn take_whole(&self, id: Id, bytes: &[u8], body: &Body, broken: Option<Broken>, outgoing: &Outgoing) {
        let status = body.status();
        if let Some(Broken::TooLarge) = broken {
            self.inbox.fail(id, |_, _| Error::TooLarge { limit: self.limit });
            return;
        }
        let empty = bytes.trim_ascii().is_empty();
        if empty && broken.is_none() && status == StatusCode::ACCEPTED && self.listening.load(Ordering::Relaxed) {
            // The reply comes on the stream that is listened to.
            return;
        }
        let reading = read(bytes);
        let has_message = has_message(&reading);
        let is_page = bytes.trim_ascii_start().first() == Some(&b'<');
        if has_message || !empty && status.is_success() && !is_page {
            self.inbox.deliver(bytes, reading, Some(id));
        }
        // Servers of older revisions refuse the first question in many ways.
        if has_message && !status.is_success() && outgoing.method != "server/discover" {
            self.inbox.host.notice(&format!("{} answered {} with HTTP status {status}", self.url, outgoing.method));
        }
        let error = |method: String, _: Vec<u8>| match broken {
            Some(Broken::Off(reason)) => Error::Closed { method, reason, arrived: bytes.to_vec() },
            _ => Error::NotMcp {
                url: self.url.to_string(),
                method,
                what: describe(status, &body.content_type(), bytes),
                status: status.as_u16(),
                body: bytes.to_vec(),
            },
        };
        self.inbox.fail(id, error);
    }

    /// Asks for the rest of a stream that ended before the reply came.
    async fn resume(&self, id: Id, position: &mut Position, mut ended: Ended) -> Ended {
        let mut without_news = 0;
        while self.inbox.waits(id) && position.last.is_some() && without_news < TRIES {
            tokio::time::sleep(position.retry.unwrap_or(RETRY)).await;
            let before = position.events;
            let response = match self.get(position.last.as_deref()).await {
                Ok(response) => response,
                Err(error) => return Ended::Off(error.to_string()),
            };
            if !response.status().is_success() {
                return Ended::Off(format!("it could not be resumed: HTTP status {}", response.status()));
            }
            let mut body = Body::new(response, self.limit);
            ended = self.read_events(&mut body, Vec::new(), Some(id), position).await;
            without_news = if position.events > before { 0 } else { without_news + 1 };
        }
        ended
    }

    /// Reads a stream of events until it ends, or until the reply that is waited for is there.
    async fn read_events(&self, body: &mut Body, start: Vec<u8>, on: Option<Id>, position: &mut Position) -> Ended {
        let mut events = Events::default();
        let mut bytes = start;
        loop {
            for event in events.push(&bytes) {
                self.take_event(event, on, position);
            }
            if on.is_some_and(|id| !self.inbox.waits(id)) {
                return Ended::Well;
            }
            if events.waiting() > self.limit {
                return Ended::TooLarge;
            }
            bytes = match body.next().await {
                Ok(Some(bytes)) => bytes,
                other => {
                    // The last event may have come without the blank line that ends it, or cut short.
                    if let Some(event) = events.give_up() {
                        self.take_event(event, on, position);
                    }
                    return match other {
                        Err(Broken::Off(reason)) => Ended::Off(reason),
                        Err(Broken::TooLarge) => Ended::TooLarge,
                        Ok(_) => Ended::Well,
                    };
                }
            };
        }
    }

    fn take_event(&self, event: Event, on: Option<Id>, position: &mut Position) {
        position.events += 1;
        position.last = event.id.or(position.last.take()).filter(|id| !id.is_empty());
        position.retry = event.retry.map(Duration::from_millis).or(position.retry);
        // Words in an event of that name are a reason, and no payload.
        let is_reason = event.name.as_deref() == Some("error");
        for bytes in event.data.into_iter().chain([event.strange]) {
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            let reading = read(bytes.as_slice());
            if is_reason && !has_message(&reading) {
                self.inbox.noise(&bytes);
            } else {
                self.inbox.deliver(&bytes, reading, on);
            }
        }
    }

    fn unreachable(&self, error: &reqwest::Error) -> Error {
        Error::Unreachable { url: self.url.to_string(), reason: reason(error) }
    }

    fn redirected(&self, response: &Response) -> Error {
        let to = response.headers().get(LOCATION).map(|to| String::from_utf8_lossy(to.as_bytes()).into_owned());
        let status = response.status();
        let to = to.unwrap_or_else(|| format!("nowhere (HTTP status {status} without an address)"));
        Error::Redirected { url: self.url.to_string(), to }
    }
}

/// How a stream ended.
pub(crate) enum Ended {
    Well,
    Off(String),
    TooLarge,
}

impl Ended {
    fn error(self, method: String, arrived: Vec<u8>, events: usize, limit: usize) -> Error {
        let count = if events == 1 { "1 event".to_owned() } else { format!("{events} events") };
        match self {
            Self::Well => Error::Closed { method, reason: format!("the event stream ended after {count}"), arrived },
            Self::Off(reason) => {
                Error::Closed { method, reason: format!("the event stream broke off after {count}: {reason}"), arrived }
            }
            Self::TooLarge => Error::TooLarge { limit },
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn header_value(text: &str) -> Option<HeaderValue> {
    HeaderValue::from_bytes(text.as_bytes()).ok()
}

fn content_type(response: &Response) -> String {
    let value = response.headers().get(CONTENT_TYPE);
    value.map(|value| String::from_utf8_lossy(value.as_bytes()).to_ascii_lowercase()).unwrap_or_default()
}

/// Whether an answer asks who we are. Where it is forbidden to all, no log-in helps.
fn is_denied(status: StatusCode, challenge: Option<&str>) -> bool {
    status == StatusCode::UNAUTHORIZED || status == StatusCode::FORBIDDEN && challenge.is_some()
}

/// Everything that an answer says about who may ask.
fn challenge_of(response: &Response) -> Option<String> {
    let values = response.headers().get_all(WWW_AUTHENTICATE).into_iter();
    let said: Vec<_> = values.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned()).collect();
    (!said.is_empty()).then(|| said.join(", "))
}

/// How long a busy server asks to wait, where it does and that is not too long.
fn wait_asked_for(response: &Response) -> Option<Duration> {
    let busy = matches!(response.status(), StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
    let seconds: u64 = response.headers().get(RETRY_AFTER).filter(|_| busy)?.to_str().ok()?.trim().parse().ok()?;
    (seconds <= 30).then(|| Duration::from_secs(seconds))
}

/// The first bytes of a body that say something.
async fn beginning(body: &mut Body) -> (Vec<u8>, Option<Broken>) {
    let mut bytes = Vec::new();
    loop {
        // The longest name of a field, and what follows it.
        if bytes.trim_ascii_start().len() >= 6
            || bytes.trim_ascii_start().first().is_some_and(|first| b"{[<:".contains(first))
        {
            return (bytes, None);
        }
        match body.next().await {
            Ok(Some(more)) => bytes.extend(more),
            Ok(None) => return (bytes, None),
            Err(broken) => return (bytes, Some(broken)),
        }
    }
}

/// Whether a body is a stream of events: what it starts with tells more than what it is called.
pub(super) fn looks_like_events(start: &[u8], is_stream: bool) -> bool {
    let start = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start).trim_ascii_start();
    if is_stream {
        return !start.first().is_some_and(|first| b"{[<".contains(first));
    }
    [&b"data:"[..], b"event:", b"id:", b"retry:", b":"].iter().any(|field| start.starts_with(field))
}

/// A body to its end. One that is whole JSON need not end, if nothing more comes for a while.
async fn whole(body: &mut Body, mut bytes: Vec<u8>) -> (Vec<u8>, Option<Broken>) {
    let mut frames = Frames::default();
    let mut is_json = false;
    let mut look = |bytes: &[u8]| {
        let found = frames.push(bytes, |_| false);
        is_json |= found.iter().any(|frame| matches!(frame, Frame::Json(_)));
        is_json && frames.waiting() == 0
    };
    let mut complete = look(&bytes);
    loop {
        let next = if complete {
            match tokio::time::timeout(IDLE, body.next()).await {
                Ok(next) => next,
                Err(_) => return (bytes, None),
            }
        } else {
            body.next().await
        };
        match next {
            Ok(Some(more)) => {
                complete = look(&more);
                bytes.extend(more);
            }
            Ok(None) => return (bytes, None),
            Err(broken) => return (bytes, Some(broken)),
        }
    }
}

/// What an answer is, where it is no message.
fn describe(status: StatusCode, content_type: &str, bytes: &[u8]) -> String {
    let start = bytes.trim_ascii_start();
    let what = if start.is_empty() {
        "an empty body"
    } else if start.first() == Some(&b'<') && content_type.contains("html") {
        "a web page"
    } else if start.first() == Some(&b'<') {
        "markup"
    } else if start.first().is_some_and(|first| b"{[".contains(first)) {
        "other JSON"
    } else {
        "text"
    };
    format!("HTTP status {status} and {what}")
}
