//! HTTP+SSE, as revision 2024-11-05 has it: one stream of events from the server, whose first event tells where
//! to post messages to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::Url;
use reqwest::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE, HeaderMap};
use retort_core::{Raw, read};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::Outgoing;
use super::body::{Body, Broken, reason};
use super::events::{Event, Events};
use super::has_message;
use super::http::looks_like_events;
use crate::auth::Authorizer;
use crate::error::Error;
use crate::inbox::{Closing, Id, Inbox};

/// A server at an address, with a stream that is open.
pub(crate) struct Sse {
    client: reqwest::Client,
    url: Url,
    headers: HeaderMap,
    authorizer: Option<Arc<Authorizer>>,
    inbox: Arc<Inbox>,
    limit: usize,
    endpoint: watch::Sender<Option<Result<Url, Error>>>,
    tasks: Mutex<HashMap<Option<Id>, AbortHandle>>,
}

impl Sse {
    /// Opens the stream and waits for its first event.
    pub(crate) async fn open(
        client: reqwest::Client,
        url: Url,
        headers: HeaderMap,
        authorizer: Option<Arc<Authorizer>>,
        inbox: &Arc<Inbox>,
        limit: usize,
        timeout: Duration,
    ) -> Result<Arc<Self>, Error> {
        let (endpoint, mut told) = watch::channel(None);
        let inbox = Arc::clone(inbox);
        let tasks = Mutex::default();
        let sse = Arc::new(Self { client, url, headers, authorizer, inbox, limit, endpoint, tasks });
        let request = sse.request(reqwest::Method::GET, sse.url.clone()).await.header(ACCEPT, "text/event-stream");
        let late = |_| Error::Deadline {
            method: "the stream's endpoint".to_owned(),
            after: timeout,
            stderr: Vec::new(),
            arrived: Vec::new(),
        };
        let response = tokio::time::timeout(timeout, request.send()).await.map_err(late)?;
        let response = response.map_err(|error| sse.unreachable(&error))?;
        let status = response.status();
        let mut body = Body::new(response, usize::MAX);
        if !status.is_success() || !body.content_type().to_ascii_lowercase().contains("event-stream") {
            let start = tokio::time::timeout(timeout, body.next()).await.map_err(late)?;
            let what = format!("HTTP status {status} and no event stream");
            let (url, method) = (sse.url.to_string(), "a GET".to_owned());
            let body = start.ok().flatten().unwrap_or_default();
            return Err(Error::NotMcp { url, method, what, status: status.as_u16(), body });
        }
        let task = tokio::spawn(Arc::clone(&sse).listen(body));
        lock(&sse.tasks).insert(None, task.abort_handle());
        let found = tokio::time::timeout(timeout, told.wait_for(Option::is_some)).await.map_err(late)?;
        match found.ok().and_then(|found| found.clone()) {
            Some(Ok(_)) => Ok(Arc::clone(&sse)),
            Some(Err(error)) => Err(error),
            None => Err(sse.without_endpoint("the stream ended")),
        }
    }

    pub(crate) async fn send(self: &Arc<Self>, outgoing: Outgoing) -> Result<(), Error> {
        let endpoint = self.endpoint.borrow().clone();
        let Some(Ok(endpoint)) = endpoint else { return Err(self.without_endpoint("no event told it")) };
        let sse = Arc::clone(self);
        let id = outgoing.id;
        let posting = async move {
            if let Err(error) = sse.post(endpoint, &outgoing).await
                && let Some(id) = id
            {
                // What went wrong with the post need not keep the reply from the stream.
                sse.inbox.doom(id, error);
            }
            lock(&sse.tasks).remove(&id);
        };
        if id.is_none() {
            posting.await;
            return Ok(());
        }
        let task = tokio::spawn(posting);
        lock(&self.tasks).insert(id, task.abort_handle());
        Ok(())
    }

    pub(crate) fn abandon(&self, id: Id) {
        if let Some(task) = lock(&self.tasks).remove(&Some(id)) {
            task.abort();
        }
    }

    pub(crate) fn close(&self) {
        for (_, task) in lock(&self.tasks).drain() {
            task.abort();
        }
        self.inbox.close(&Closing::Closed { reason: "it was closed here".to_owned() });
    }

    async fn request(&self, method: reqwest::Method, url: Url) -> reqwest::RequestBuilder {
        let request = self.client.request(method, url).headers(self.headers.clone()).header(ACCEPT_ENCODING, "gzip");
        match &self.authorizer {
            Some(authorizer) => match authorizer.header().await {
                Ok(Some(value)) => request.header("Authorization", value),
                _ => request,
            },
            None => request,
        }
    }

    /// Posts a message. Its reply comes on the stream, or, from a server that is careless, right here.
    async fn post(&self, endpoint: Url, outgoing: &Outgoing) -> Result<(), Error> {
        let request = self.request(reqwest::Method::POST, endpoint.clone()).await;
        let request = request.header(CONTENT_TYPE, "application/json").body(outgoing.text.clone());
        let response = request.send().await.map_err(|error| self.unreachable(&error))?;
        let status = response.status();
        let mut body = Body::new(response, self.limit);
        let mut bytes = Vec::new();
        while let Ok(Some(more)) = body.next().await {
            bytes.extend(more);
        }
        if bytes.trim_ascii_start().first().is_some_and(|first| b"{[".contains(first)) {
            self.inbox.arrive(&bytes, outgoing.id);
        } else if looks_like_events(&bytes, false) {
            let mut events = Events::default();
            let found = events.push(&bytes);
            for event in found.into_iter().chain(events.give_up()) {
                self.take_event(event);
            }
        } else if !status.is_success() {
            let what = format!("HTTP status {status}");
            let (url, method) = (endpoint.to_string(), outgoing.method.clone());
            return Err(Error::NotMcp { url, method, what, status: status.as_u16(), body: bytes });
        } else if !bytes.trim_ascii().is_empty() && !bytes.trim_ascii().eq_ignore_ascii_case(b"accepted") {
            self.inbox.noise(&bytes);
        }
        Ok(())
    }

    async fn listen(self: Arc<Self>, mut body: Body) {
        let mut events = Events::default();
        let closing = loop {
            match body.next().await {
                Ok(Some(bytes)) => {
                    for event in events.push(&bytes) {
                        self.take_event(event);
                    }
                    if events.waiting() > self.limit {
                        break Closing::TooLarge { limit: self.limit };
                    }
                }
                Ok(None) => break Closing::Closed { reason: "the server ended the event stream".to_owned() },
                Err(Broken::Off(reason)) => {
                    break Closing::Closed { reason: format!("the event stream broke off: {reason}") };
                }
                Err(Broken::TooLarge) => break Closing::TooLarge { limit: self.limit },
            }
        };
        if let Some(event) = events.give_up() {
            self.take_event(event);
        }
        let ended = self.without_endpoint("the stream ended before it was told");
        self.endpoint.send_if_modified(|endpoint| endpoint.is_none() && endpoint.replace(Err(ended)).is_none());
        self.inbox.close(&closing);
    }

    fn take_event(&self, event: Event) {
        let data = event.data.unwrap_or_default();
        let is_endpoint = event.name.as_deref() == Some("endpoint") || self.endpoint.borrow().is_none();
        if is_endpoint && !has_message(&read(data.as_slice())) {
            self.endpoint.send_replace(Some(self.resolve(&data)));
            return;
        }
        for bytes in [data, event.strange] {
            if !bytes.trim_ascii().is_empty() {
                self.inbox.arrive(&bytes, None);
            }
        }
    }

    /// Where messages are posted to: an address on the same server.
    fn resolve(&self, data: &[u8]) -> Result<Url, Error> {
        let text = String::from_utf8_lossy(data);
        let text = text.trim();
        // Careless servers send a JSON string, or an object with one in it.
        let named = |raw: &Raw| ["endpoint", "uri", "url", "path", "href"].iter().find_map(|key| raw.get(key));
        let unquoted = Raw::parse(text).map(|raw| named(&raw).unwrap_or(raw));
        let unquoted = unquoted.and_then(|raw| raw.to_text().map(String::from));
        let endpoint = self.url.join(unquoted.as_deref().unwrap_or(text));
        let endpoint = endpoint.map_err(|error| self.without_endpoint(&format!("it is no address: {error}")))?;
        // What is posted there may be secret: only the server that was named may have it.
        if endpoint.origin() != self.url.origin() {
            return Err(Error::Redirected { url: self.url.to_string(), to: endpoint.to_string() });
        }
        Ok(endpoint)
    }

    fn unreachable(&self, error: &reqwest::Error) -> Error {
        Error::Unreachable { url: self.url.to_string(), reason: reason(error) }
    }

    fn without_endpoint(&self, reason: &str) -> Error {
        let reason = format!("the event stream of {} names no endpoint: {reason}", self.url);
        Error::Closed { method: "the connection".to_owned(), reason, arrived: Vec::new() }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
