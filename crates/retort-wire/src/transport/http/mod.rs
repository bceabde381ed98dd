//! Streamable HTTP: every message is a POST, and its answer is JSON, a stream of events, or something that only
//! claims to be one of the two.

mod answer;
mod stream;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue};
use reqwest::{Method, Response, StatusCode};
use retort_core::{Body, Reading, Revision};

pub(crate) use answer::{Held, looks_like_events, whole};
use answer::{beginning, describe};
use stream::{Ended, Position};

use super::tasks::Tasks;
use super::web::{Web, challenge_of, header_value, is_denied};
use super::{LATE, MOST_SALVAGED, Outgoing, has_message};
use crate::body::ResponseBody;
use crate::budget::Limits;
use crate::error::{Error, kept};
use crate::events::Event;
use crate::inbox::{Closing, Id};
use crate::method::{INITIALIZE, is_greeting};
use crate::unpack::Broken;

/// How long the end of a session may take.
const LONGEST_FAREWELL: Duration = Duration::from_secs(2);

/// What is known of the stream on which the server sends what answers nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Listening {
    #[default]
    NotAsked,
    Asked,
    Open,
    Refused,
}

/// A server at an address.
pub(crate) struct Http {
    web: Web,
    session: Mutex<Option<HeaderValue>>,
    in_session: AtomicBool,
    revision: Mutex<Option<Revision>>,
    tasks: Tasks,
    /// What has come so far of the answers that are being read.
    held: Mutex<HashMap<Id, Held>>,
    listening: Mutex<Listening>,
}

impl Http {
    pub(crate) fn new(web: Web) -> Arc<Self> {
        Arc::new(Self {
            web,
            session: Mutex::default(),
            in_session: AtomicBool::new(true),
            revision: Mutex::default(),
            tasks: Tasks::default(),
            held: Mutex::default(),
            listening: Mutex::default(),
        })
    }

    /// What was agreed on: the revision, which every request names from now on, and whether there is a session.
    pub(crate) fn agree(&self, revision: Option<Revision>, in_session: bool) {
        *lock(&self.revision) = revision;
        self.in_session.store(in_session, Ordering::Relaxed);
    }

    /// Forgets what was agreed on: the server is about to be greeted.
    pub(crate) fn forget_session(&self) {
        *lock(&self.session) = None;
        self.agree(None, true);
    }

    /// The session that requests belong to. An `initialize` that was answered beside `server/discover` may have opened
    /// one that nobody uses.
    fn session(&self) -> Option<HeaderValue> {
        lock(&self.session).clone().filter(|_| self.in_session.load(Ordering::Relaxed))
    }

    /// Where there are no sessions, the end of a stream is a cancellation.
    pub(crate) fn wants_cancellations(&self) -> bool {
        lock(&self.revision).is_none_or(Revision::has_initialize)
    }

    pub(crate) async fn send(self: &Arc<Self>, outgoing: Outgoing) -> Result<(), Error> {
        let http = Arc::clone(self);
        let Some(id) = outgoing.id else {
            // Nobody waits for an answer to this; one that comes all the same is read when it comes.
            let response = self.post(&outgoing).await?;
            let status = response.status();
            if status.is_client_error() || status.is_server_error() {
                // A server may ask something just when the session ends; it does not take the answer any more.
                if !self.web.inbox.is_closed() {
                    let what = if outgoing.method.is_empty() { "what it had asked for" } else { &outgoing.method };
                    let notice = format!("{} answered {what} with HTTP status {status}", self.web.address());
                    self.web.inbox.notice(&notice);
                }
            } else {
                self.tasks.other(async move { http.read_answer(response, None, &outgoing).await });
            }
            return Ok(());
        };
        self.tasks.exchange(id, async move {
            if let Err(error) = http.exchange(id, &outgoing).await {
                http.web.inbox.fail(id, |_, _| error);
            }
            lock(&http.held).remove(&id);
        });
        Ok(())
    }

    pub(crate) fn abandon(&self, id: Id) {
        self.tasks.abandon(id);
        lock(&self.held).remove(&id);
    }

    pub(crate) fn stop(&self) {
        self.tasks.stop();
    }

    /// Reads what has come of an answer as far as it has.
    pub(crate) async fn salvage(&self, id: Id) {
        let Some(held) = lock(&self.held).get(&id).cloned() else { return };
        let (bytes, event) = (held.take(), held.take_event());
        if bytes.len() + event.as_ref().map_or(0, Event::length) > MOST_SALVAGED {
            return;
        }
        if !bytes.trim_ascii().is_empty()
            && let Some((reading, bytes)) = self.web.inbox.read(bytes).await
        {
            self.web.inbox.deliver(bytes, reading, Some(id), Some(LATE)).await;
        }
        if let Some(event) = event {
            self.take_event(event, Some(id), &mut Position::default(), Some(LATE)).await;
        }
    }

    /// Ends the session, if there is one.
    pub(crate) async fn close(&self) {
        self.web.inbox.close(&Closing::Closed);
        self.tasks.stop();
        // Also one that nobody used: the server keeps it all the same.
        if lock(&self.session).is_some() {
            self.in_session.store(true, Ordering::Relaxed);
            // A server may not allow it, or not answer.
            let headers = self.headers();
            let ending = self.web.send(&Method::DELETE, &self.web.url, &headers, None, None);
            let _ = tokio::time::timeout(LONGEST_FAREWELL, ending).await;
        }
    }

    /// What every request of the session carries.
    fn headers(&self) -> Vec<(HeaderName, HeaderValue)> {
        let session = self.session().map(|id| (HeaderName::from_static("mcp-session-id"), id));
        let revision = lock(&self.revision).map(|revision| {
            (HeaderName::from_static("mcp-protocol-version"), HeaderValue::from_static(revision.name()))
        });
        session.into_iter().chain(revision).collect()
    }

    async fn get(&self, last: Option<&str>, on: Option<Id>) -> Result<Response, Error> {
        let mut headers = self.headers();
        headers.push((ACCEPT, HeaderValue::from_static("text/event-stream")));
        headers.extend(last.and_then(header_value).map(|last| (HeaderName::from_static("last-event-id"), last)));
        self.web.send(&Method::GET, &self.web.url, &headers, None, on).await
    }

    /// Posts a message, and keeps the session that the answer to the first one names.
    async fn post(&self, outgoing: &Outgoing) -> Result<Response, Error> {
        let mut headers = self.headers();
        for (name, value) in &outgoing.headers {
            if let (Ok(name), Some(value)) = (HeaderName::try_from(name), header_value(value)) {
                headers.push((name, value));
            }
        }
        headers.push((ACCEPT, HeaderValue::from_static("application/json, text/event-stream")));
        headers.push((CONTENT_TYPE, HeaderValue::from_static("application/json")));
        let (url, body) = (&self.web.url, Some(&outgoing.bytes));
        let response = self.web.send(&Method::POST, url, &headers, body, outgoing.id).await?;
        if (outgoing.method == INITIALIZE || self.session().is_some() && response.status().is_success())
            && let Some(session) = response.headers().get("mcp-session-id")
        {
            *lock(&self.session) = Some(session.clone());
        }
        Ok(response)
    }

    async fn exchange(&self, id: Id, outgoing: &Outgoing) -> Result<(), Error> {
        let in_session = self.session().is_some() && outgoing.method != INITIALIZE;
        let response = self.post(outgoing).await?;
        if response.status() == StatusCode::NOT_FOUND && in_session {
            let held = self.hold(id);
            let mut body = ResponseBody::new(response, self.limits());
            let broken = whole(&mut body, &held).await;
            let Some((reading, bytes)) = self.web.inbox.read(held.take()).await else { return Ok(()) };
            if !has_result(&reading) {
                return Err(Error::SessionEnded { url: self.web.address(), body: kept(&bytes) });
            }
            self.take_whole(id, (bytes, reading), &body, broken, outgoing).await;
            return Ok(());
        }
        self.read_answer(response, Some(id), outgoing).await;
        Ok(())
    }

    /// A place for what comes of an answer, which is found when its time is over.
    fn hold(&self, id: Id) -> Held {
        let held = Held::new(self.limits());
        lock(&self.held).insert(id, held.clone());
        held
    }

    /// Reads the answer to a message, to its end or until the reply is there.
    async fn read_answer(&self, response: Response, on: Option<Id>, outgoing: &Outgoing) {
        let challenge = challenge_of(&response);
        let held = on.map_or_else(|| Held::new(self.limits()), |id| self.hold(id));
        let mut body = ResponseBody::new(response, self.limits());
        let status = body.status();
        let broken = beginning(&mut body, &held).await;
        let is_named_so = body.content_type().contains("event-stream");
        let is_stream = looks_like_events(&held.lock().bytes, is_named_so) && status.is_success() && broken.is_none();
        let Some(id) = on else {
            // An answer to a notification need not end.
            if !is_stream && broken.is_none() && whole(&mut body, &held).await.is_none() {
                let bytes = held.take();
                if !bytes.trim_ascii().is_empty() {
                    self.web.inbox.arrive(bytes, None).await;
                }
            }
            return;
        };
        if is_stream {
            let mut position = Position::default();
            let ended = self.follow(&mut body, &held, id, &mut position).await;
            if matches!(ended, Ended::Well) && position.events == 0 && self.may_come_elsewhere() {
                let error = ended.error(outgoing.method.clone(), Vec::new(), 0);
                self.web.inbox.doom(id, error);
                return;
            }
            self.web.inbox.fail(id, |method, arrived| ended.error(method, arrived, position.events));
            return;
        }
        let broken = match broken {
            Some(broken) => Some(broken),
            None => whole(&mut body, &held).await,
        };
        if let Some(Broken::TooMuch(exceeded)) = broken {
            self.web.inbox.fail(id, |_, _| Error::TooMuch(exceeded));
            return;
        }
        let Some((reading, bytes)) = self.web.inbox.read(held.take()).await else { return };
        if is_denied(status, challenge.as_deref()) && !has_result(&reading) {
            if has_message(&reading) {
                // It is an answer all the same, and belongs into the recording.
                self.web.inbox.noise(&bytes).await;
            }
            let url = self.web.address();
            let (is_given, body) = (self.web.says_who_asks(), kept(&bytes));
            let denied = Error::Unauthorized { url, status: status.as_u16(), is_given, challenge, body };
            self.web.inbox.fail(id, |_, _| denied);
            return;
        }
        self.take_whole(id, (bytes, reading), &body, broken, outgoing).await;
    }

    pub(super) fn limits(&self) -> &Limits {
        &self.web.inbox.limits
    }

    fn set_listening(&self, listening: Listening) {
        *lock(&self.listening) = listening;
    }

    /// Whether a reply may come on the stream that answers nothing.
    fn may_come_elsewhere(&self) -> bool {
        matches!(*lock(&self.listening), Listening::Asked | Listening::Open)
    }

    /// Finds the reply in a body that has come to its end.
    async fn take_whole(
        &self,
        id: Id,
        (bytes, reading): (Bytes, Reading),
        body: &ResponseBody,
        broken: Option<Broken>,
        outgoing: &Outgoing,
    ) {
        let inbox = &self.web.inbox;
        let status = body.status();
        if let Some(Broken::TooMuch(exceeded)) = broken {
            inbox.fail(id, |_, _| Error::TooMuch(exceeded));
            return;
        }
        let empty = bytes.trim_ascii().is_empty();
        let elsewhere = empty && broken.is_none() && status.is_success() && self.may_come_elsewhere();
        if elsewhere && status == StatusCode::ACCEPTED {
            return;
        }
        let (has_message, has_result) = (has_message(&reading), has_result(&reading));
        let is_page = bytes.trim_ascii_start().first() == Some(&b'<');
        let is_packed = body.unknown_encoding().is_some() && std::str::from_utf8(&bytes).is_err();
        if has_message || !empty && status.is_success() && !is_page && !is_packed {
            let ended = match &broken {
                Some(Broken::Off(reason)) => Some(format!("the connection broke: {reason}")),
                _ => None,
            };
            inbox.deliver(bytes.clone(), reading, Some(id), ended.as_deref()).await;
        }
        // A server refuses the way of greeting that it does not know in many ways.
        if has_message && !status.is_success() && (has_result || !is_greeting(&outgoing.method)) {
            inbox.notice(&format!("{} answered {} with HTTP status {status}", self.web.address(), outgoing.method));
        }
        let error = |method: String| match broken {
            Some(Broken::Off(reason)) => Error::Closed { method, reason, arrived: kept(&bytes) },
            _ => Error::NotMcp {
                url: self.web.address(),
                method,
                what: describe(status, body, &bytes),
                status: status.as_u16(),
                body: kept(&bytes),
            },
        };
        if elsewhere {
            inbox.doom(id, error(outgoing.method.clone()));
        } else {
            inbox.fail(id, |method, _| error(method));
        }
    }
}

/// Whether a body holds a result, and not one that only says why there is none.
fn has_result(reading: &Reading) -> bool {
    let is_result = |body: &Body| matches!(body, Body::Result(result) if !result.is_error);
    reading.messages.iter().any(|message| is_result(&message.body))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
