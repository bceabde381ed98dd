//! HTTP+SSE, as revision 2024-11-05 has it: one stream of events from the server, whose first event tells where
//! to post messages to.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderValue};
use reqwest::{Method, StatusCode, Url};
use retort_core::{Raw, read};
use tokio::sync::watch;

use super::http::{Held, looks_like_events, whole};
use super::tasks::Tasks;
use super::web::{Web, challenge_of, is_denied};
use super::{MOST_SALVAGED, Outgoing, has_message};
use crate::address::safe_address;
use crate::body::ResponseBody;
use crate::error::{Error, kept};
use crate::events::{Event, Events};
use crate::inbox::{Closing, Id};
use crate::reply::LARGE;
use crate::stderr::Stderr;
use crate::unpack::Broken;

/// A server at an address, with a stream that is open.
pub(crate) struct Sse {
    web: Web,
    endpoint: watch::Sender<Option<Result<Url, Error>>>,
    /// What has come of an event that has not ended.
    held: Held,
    tasks: Tasks,
}

impl Sse {
    /// Opens the stream and waits for its first event.
    pub(crate) async fn open(web: Web, timeout: Duration) -> Result<Arc<Self>, Error> {
        let (endpoint, mut told) = watch::channel(None);
        let held = Held::new(&web.inbox.limits);
        let sse = Arc::new(Self { web, endpoint, held, tasks: Tasks::default() });
        let late = |_| Error::Deadline {
            method: "the stream's endpoint".to_owned(),
            after: timeout,
            stderr: Stderr::default(),
            arrived: Vec::new(),
        };
        let headers = [(ACCEPT, HeaderValue::from_static("text/event-stream"))];
        let opening = sse.web.send(&Method::GET, &sse.web.url, &headers, None, None);
        let response = tokio::time::timeout(timeout, opening).await.map_err(late)??;
        let challenge = challenge_of(&response);
        let mut body = ResponseBody::new(response, &sse.web.inbox.limits);
        let status = body.status();
        let start = tokio::time::timeout(timeout, body.next()).await.map_err(late)?.ok().flatten().unwrap_or_default();
        let is_stream = looks_like_events(&start, body.content_type().contains("event-stream"));
        if is_denied(status, challenge.as_deref()) {
            return Err(Error::Unauthorized {
                url: sse.web.address(),
                status: status.as_u16(),
                is_given: sse.web.says_who_asks(),
                challenge,
                body: start.to_vec(),
            });
        }
        if !status.is_success() || !is_stream {
            let what = format!("HTTP status {status} and no event stream");
            let (url, method) = (sse.web.address(), "a GET".to_owned());
            return Err(Error::NotMcp { url, method, what, status: status.as_u16(), body: start.to_vec() });
        }
        body.as_stream();
        sse.tasks.listen(Arc::clone(&sse).listen(body, start));
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
        let Some(id) = outgoing.id else { return self.post(endpoint, &outgoing).await };
        self.tasks.exchange(id, async move {
            if let Err(error) = sse.post(endpoint, &outgoing).await {
                // What went wrong with the post need not keep the reply from the stream.
                sse.web.inbox.doom(id, error);
            }
        });
        Ok(())
    }

    pub(crate) fn abandon(&self, id: Id) {
        self.tasks.abandon(id);
    }

    pub(crate) fn stop(&self) {
        self.tasks.stop();
    }

    /// Reads what has come of an event as far as it has.
    pub(crate) async fn salvage(&self, ended: Option<&str>) {
        let event = self.held.take_event().filter(|event| ended.is_none() || event.length() <= MOST_SALVAGED);
        if let Some(event) = event {
            self.take_event(event, ended).await;
        }
    }

    pub(crate) fn close(&self) {
        self.tasks.stop();
        self.web.inbox.close(&Closing::Closed);
    }

    /// Posts a message. Its reply comes on the stream, or, from a server that is careless, right here.
    async fn post(&self, endpoint: Url, outgoing: &Outgoing) -> Result<(), Error> {
        let headers = [(CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        let response = self.web.send(&Method::POST, &endpoint, &headers, Some(&outgoing.bytes), outgoing.id).await?;
        let challenge = challenge_of(&response);
        let mut body = ResponseBody::new(response, &self.web.inbox.limits);
        let status = body.status();
        if outgoing.id.is_none() && status.is_success() {
            return Ok(());
        }
        let held = Held::new(&self.web.inbox.limits);
        let broken = whole(&mut body, &held).await;
        if let Some(Broken::TooMuch(exceeded)) = broken {
            return Err(Error::TooMuch(exceeded));
        }
        let bytes = held.take();
        if is_denied(status, challenge.as_deref()) {
            return Err(Error::Unauthorized {
                url: self.web.address(),
                status: status.as_u16(),
                is_given: self.web.says_who_asks(),
                challenge,
                body: kept(&bytes),
            });
        }
        let ended = broken.map(|_| "the connection broke");
        self.take_body(bytes, status, outgoing, ended).await
    }

    async fn take_body(
        &self,
        bytes: Bytes,
        status: StatusCode,
        outgoing: &Outgoing,
        ended: Option<&str>,
    ) -> Result<(), Error> {
        if bytes.trim_ascii_start().first().is_some_and(|first| b"{[".contains(first)) {
            if let Some((reading, bytes)) = self.web.inbox.read(bytes).await {
                self.web.inbox.deliver(bytes, reading, outgoing.id, ended).await;
            }
        } else if looks_like_events(&bytes, false) {
            let mut events = Events::default();
            for piece in bytes.chunks(LARGE) {
                for event in events.push(piece) {
                    self.take_event(event, ended).await;
                }
            }
            if let Some(event) = events.give_up() {
                self.take_event(event, ended).await;
            }
        } else if !status.is_success() {
            let what = format!("HTTP status {status}");
            let (url, method) = (self.web.address(), outgoing.method.clone());
            return Err(Error::NotMcp { url, method, what, status: status.as_u16(), body: kept(&bytes) });
        } else if !bytes.trim_ascii().is_empty()
            && !bytes.trim_ascii().eq_ignore_ascii_case(b"accepted")
            && let Some((reading, bytes)) = self.web.inbox.read(bytes).await
        {
            self.web.inbox.deliver(bytes, reading, outgoing.id, ended).await;
        }
        Ok(())
    }

    async fn listen(self: Arc<Self>, mut body: ResponseBody, start: Bytes) {
        let mut bytes = start;
        let mut broke = false;
        let closing = loop {
            let (found, counted) = self.held.push(&bytes);
            for event in found {
                self.take_event(event, None).await;
            }
            if self.web.inbox.has_had_enough() {
                return;
            }
            if let Err(exceeded) = counted {
                break Closing::TooMuch(exceeded);
            }
            bytes = match body.next().await {
                Ok(Some(bytes)) => bytes,
                Ok(None) => break Closing::Ended { reason: "the server ended the event stream".to_owned() },
                Err(Broken::Off(reason)) => {
                    broke = true;
                    break Closing::Ended { reason: format!("the event stream broke off: {reason}") };
                }
                Err(Broken::TooMuch(exceeded)) => break Closing::TooMuch(exceeded),
            };
        };
        if !matches!(closing, Closing::TooMuch(_)) {
            self.salvage(broke.then_some("the event stream broke off")).await;
        }
        let ended = self.without_endpoint("the stream ended before it was told");
        self.endpoint.send_if_modified(|endpoint| endpoint.is_none() && endpoint.replace(Err(ended)).is_none());
        self.web.inbox.end(closing).await;
    }

    async fn take_event(&self, event: Event, ended: Option<&str>) {
        let data = event.data.unwrap_or_default();
        let is_named = event.name.as_deref() == Some("endpoint");
        let may_be = self.endpoint.borrow().is_none() && event.name.as_deref().is_none_or(|name| name == "message");
        // No address is that long.
        if data.len() < LARGE && (is_named || may_be && is_address(&data)) && !has_message(&read(data.as_slice())) {
            self.endpoint.send_replace(Some(self.resolve(&data)));
            return;
        }
        for bytes in [data, event.strange] {
            if !bytes.trim_ascii().is_empty() {
                let Some((reading, bytes)) = self.web.inbox.read(bytes.into()).await else { return };
                self.web.inbox.deliver(bytes, reading, None, ended).await;
            }
        }
    }

    /// Where messages are posted to: an address on the same server.
    fn resolve(&self, data: &[u8]) -> Result<Url, Error> {
        let text = address_in(data);
        let endpoint = self.web.url.join(text.trim());
        let endpoint = endpoint.map_err(|error| self.without_endpoint(&format!("it is no address: {error}")))?;
        // What is posted there may be secret: only the server that was named may have it.
        if endpoint.origin() != self.web.url.origin() {
            let to = safe_address(endpoint.as_str());
            return Err(Error::Redirected { url: self.web.address(), status: 200, to });
        }
        Ok(endpoint)
    }

    fn without_endpoint(&self, reason: &str) -> Error {
        let reason = format!("the event stream of {} names no endpoint: {reason}", self.web.address());
        Error::Closed { method: "the connection".to_owned(), reason, arrived: Vec::new() }
    }
}

/// The address in the data of an event. Careless servers send a JSON string, or an object with one in it.
fn address_in(data: &[u8]) -> String {
    let text = String::from_utf8_lossy(data);
    let named = |raw: &Raw| ["endpoint", "uri", "url", "path", "href"].iter().find_map(|key| raw.get(key));
    let unquoted = Raw::parse(text.trim()).map(|raw| named(&raw).unwrap_or(raw));
    unquoted.and_then(|raw| raw.to_text().map(String::from)).unwrap_or_else(|| text.into_owned())
}

fn is_address(data: &[u8]) -> bool {
    let text = address_in(data);
    ["/", "?", "http://", "https://"].iter().any(|start| text.trim().starts_with(start))
}
