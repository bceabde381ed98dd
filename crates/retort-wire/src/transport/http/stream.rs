//! The event streams of streamable HTTP: the one that answers a request, which is resumed where it breaks off, and
//! the one on which a server sends what answers nothing.

use std::sync::Arc;
use std::time::Duration;

use super::{Held, Http, Listening, whole};
use crate::body::ResponseBody;
use crate::budget::{Exceeded, Limits, Share};
use crate::error::Error;
use crate::events::Event;
use crate::inbox::Id;
use crate::transport::has_message;
use crate::unpack::Broken;

/// How long to wait before a stream is asked for again, where the server does not say.
const RETRY_WHERE_UNSAID: Duration = Duration::from_millis(500);
/// How often a stream is asked for again without news.
const MOST_TRIES_WITHOUT_NEWS: usize = 5;
/// Why the rest of an answer is missing, where the stream broke off in it.
const OFF: &str = "the event stream broke off";
/// Events under these names say nothing but that the stream lives, or what is wrong with it.
const NOISE: [&str; 8] = ["ping", "keepalive", "keep-alive", "heartbeat", "open", "ready", "connected", "error"];

/// Where a stream is.
#[derive(Default)]
pub(super) struct Position {
    last: Option<String>,
    retry: Option<Duration>,
    pub(super) events: usize,
    /// An event that broke off: what a resumed stream brings is better.
    unfinished: Option<Event>,
    /// Data that is no message by itself, and what it has of what the buffers may hold.
    pieces: Vec<u8>,
    share: Option<Share>,
}

impl Position {
    /// Keeps a piece of what may be a message, as long as there is room.
    fn keep(&mut self, piece: &[u8], limits: &Limits) {
        let length = self.pieces.len() + piece.len();
        let share = self.share.get_or_insert_with(|| limits.buffers.share());
        if length <= limits.message && share.set(length).is_ok() {
            self.pieces.extend_from_slice(piece);
        }
    }
}

/// How a stream ended.
pub(super) enum Ended {
    Well,
    Off(String),
    TooMuch(Exceeded),
}

impl Ended {
    pub(super) fn error(self, method: String, arrived: Vec<u8>, events: usize) -> Error {
        let count = retort_core::counted(events, "event");
        match self {
            Self::Well => Error::Closed { method, reason: format!("the event stream ended after {count}"), arrived },
            Self::Off(reason) => {
                Error::Closed { method, reason: format!("the event stream broke off after {count}: {reason}"), arrived }
            }
            Self::TooMuch(exceeded) => Error::TooMuch(exceeded),
        }
    }
}

impl Http {
    /// Asks for the stream on which the server sends what answers no request.
    pub(crate) fn listen(self: &Arc<Self>) {
        let http = Arc::clone(self);
        http.set_listening(Listening::Asked);
        self.tasks.listen(async move {
            let mut position = Position::default();
            let mut without_news = 0;
            while without_news < MOST_TRIES_WITHOUT_NEWS {
                let before = position.events;
                let Ok(response) = http.get(position.last.as_deref(), None).await else { break };
                let mut body = ResponseBody::new(response, http.limits());
                if !body.status().is_success() || !body.content_type().contains("event-stream") {
                    break;
                }
                http.set_listening(Listening::Open);
                let held = Held::new(http.limits());
                let ended = http.read_events(&mut body, &held, None, &mut position).await;
                if matches!(ended, Ended::TooMuch(_)) || http.web.inbox.has_had_enough() {
                    break;
                }
                without_news = if position.events > before { 0 } else { without_news + 1 };
                tokio::time::sleep(position.retry.unwrap_or(RETRY_WHERE_UNSAID)).await;
            }
            http.set_listening(Listening::Refused);
        });
    }

    /// Reads the stream that answers a request, and asks for its rest where it ends before the reply came.
    pub(super) async fn follow(&self, body: &mut ResponseBody, held: &Held, id: Id, position: &mut Position) -> Ended {
        let mut ended = self.read_events(body, held, Some(id), position).await;
        let mut without_news = 0;
        while self.web.inbox.waits(id)
            && !matches!(ended, Ended::TooMuch(_))
            && position.last.is_some()
            && without_news < MOST_TRIES_WITHOUT_NEWS
        {
            tokio::time::sleep(position.retry.unwrap_or(RETRY_WHERE_UNSAID)).await;
            let before = position.events;
            let response = match self.get(position.last.as_deref(), Some(id)).await {
                Ok(response) if response.status().is_success() => response,
                Ok(response) => {
                    ended = Ended::Off(format!("it could not be resumed: HTTP status {}", response.status()));
                    break;
                }
                Err(error) => {
                    ended = Ended::Off(error.to_string());
                    break;
                }
            };
            let mut body = ResponseBody::new(response, self.limits());
            let held = Held::new(self.limits());
            ended = if body.content_type().contains("event-stream") {
                self.read_events(&mut body, &held, Some(id), position).await
            } else {
                let broken = whole(&mut body, &held).await;
                if let Some(Broken::TooMuch(exceeded)) = broken {
                    return Ended::TooMuch(exceeded);
                }
                if let Some((reading, bytes)) = self.web.inbox.read(held.take()).await {
                    self.web.inbox.deliver(bytes, reading, Some(id), broken.map(|_| OFF)).await;
                }
                Ended::Well
            };
            without_news = if position.events > before { 0 } else { without_news + 1 };
        }
        if let Some(event) = position.unfinished.take().filter(|_| self.web.inbox.waits(id)) {
            self.take_data(event, Some(id), position, None).await;
        }
        // A message that was spread over several events.
        if self.web.inbox.waits(id) && !position.pieces.is_empty() {
            let read = self.web.inbox.read(std::mem::take(&mut position.pieces).into()).await;
            if let Some((reading, bytes)) = read.filter(|(reading, _)| has_message(reading)) {
                self.web.inbox.deliver(bytes, reading, Some(id), None).await;
            }
        }
        ended
    }

    /// Reads a stream of events until it ends, or until the reply that is waited for is there.
    async fn read_events(
        &self,
        body: &mut ResponseBody,
        held: &Held,
        on: Option<Id>,
        position: &mut Position,
    ) -> Ended {
        body.as_stream();
        let mut bytes = held.take();
        loop {
            let (found, counted) = held.push(&bytes);
            for event in found {
                self.take_event(event, on, position, None).await;
            }
            if self.web.inbox.has_had_enough() {
                return Ended::Well;
            }
            if on.is_some_and(|id| !self.web.inbox.waits(id)) {
                return Ended::Well;
            }
            if let Err(exceeded) = counted {
                return Ended::TooMuch(exceeded);
            }
            bytes = match body.next().await {
                Ok(Some(bytes)) => bytes,
                Err(Broken::TooMuch(exceeded)) => return Ended::TooMuch(exceeded),
                other => {
                    // The last event may have come without the blank line that ends it, or cut short.
                    match held.take_event() {
                        Some(event) if position.last.is_some() => position.unfinished = Some(event),
                        Some(event) => {
                            let ended = other.is_err().then_some(OFF);
                            self.take_event(event, on, position, ended).await;
                        }
                        None => {}
                    }
                    return match other {
                        Err(Broken::Off(reason)) => Ended::Off(reason),
                        _ => Ended::Well,
                    };
                }
            };
        }
    }

    /// Takes an event; `ended` tells how the stream came to an end, where that was before the end of the event.
    pub(super) async fn take_event(&self, event: Event, on: Option<Id>, position: &mut Position, ended: Option<&str>) {
        position.events += 1;
        position.last = event.id.clone().or(position.last.take()).filter(|id| !id.is_empty());
        position.retry = event.retry.map(Duration::from_millis).or(position.retry);
        self.take_data(event, on, position, ended).await;
    }

    async fn take_data(&self, event: Event, on: Option<Id>, position: &mut Position, ended: Option<&str>) {
        let is_noise = event.name.as_deref().is_some_and(|name| NOISE.contains(&name));
        for bytes in event.data.into_iter().chain([event.strange]) {
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            let Some((reading, bytes)) = self.web.inbox.read(bytes.into()).await else { return };
            let is_message = has_message(&reading);
            if is_noise && !is_message {
                self.web.inbox.noise(&bytes).await;
                continue;
            }
            if !is_message {
                position.keep(&bytes, self.limits());
            }
            self.web.inbox.deliver(bytes, reading, on, ended).await;
        }
    }
}
