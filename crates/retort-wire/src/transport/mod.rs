//! The ways to the other side. Each takes messages as bytes, and puts whatever comes back into the [`Inbox`](crate::inbox::Inbox).

pub(crate) mod child;
mod environment;
mod family;
pub(crate) mod http;
mod pipe;
pub(crate) mod sse;
mod tasks;
mod web;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use retort_core::{Body, Reading};

pub use family::Orphans;
#[cfg(unix)]
pub(crate) use family::end_below;
pub(crate) use pipe::Pipe;
pub(crate) use web::Web;

use crate::error::Error;
use crate::handler::Place;
use crate::inbox::Id;
use crate::stderr::Stderr;

/// More than this is not read when the time is over: that would take longer than the time.
const MOST_SALVAGED: usize = 8 << 20;
/// How long that may take.
const LONGEST_SALVAGE: Duration = Duration::from_millis(500);
/// Why the rest of an answer is missing when its time is over.
const LATE: &str = "its rest did not come in time";

/// A message on its way out.
#[derive(Debug)]
pub(crate) struct Outgoing {
    /// The message.
    pub(crate) bytes: Bytes,
    /// Its id, where it is a request.
    pub(crate) id: Option<Id>,
    /// Its method; empty for an answer.
    pub(crate) method: String,
    /// What HTTP says of it beside the body.
    pub(crate) headers: Vec<(String, String)>,
    /// The place of the question that it answers, which is another's only when it is written.
    pub(crate) place: Option<Place>,
}

impl Outgoing {
    /// A message that nobody waits for an answer to.
    pub(crate) fn told(bytes: Bytes, method: &str) -> Self {
        Self { bytes, id: None, method: method.to_owned(), headers: Vec::new(), place: None }
    }
}

/// One way to a server.
pub(crate) enum Transport {
    Pipe(Pipe),
    Http(Arc<http::Http>),
    Sse(Arc<sse::Sse>),
}

impl Transport {
    /// Sends a message. What comes of it arrives in the inbox.
    pub(crate) async fn send(&self, outgoing: Outgoing) -> Result<(), Error> {
        match self {
            Self::Pipe(pipe) => {
                pipe.send(outgoing.bytes, outgoing.place).await;
                Ok(())
            }
            Self::Http(http) => http.send(outgoing).await,
            Self::Sse(sse) => sse.send(outgoing).await,
        }
    }

    /// Reads what waits for its end as far as it has come, if it is the answer to this request.
    pub(crate) async fn salvage(&self, id: Id) {
        let salvaging = async {
            match self {
                Self::Pipe(pipe) => pipe.salvage(id).await,
                Self::Http(http) => http.salvage(id).await,
                Self::Sse(sse) => sse.salvage(Some(LATE)).await,
            }
        };
        // The time is over already, and the reader may be held up by a handler.
        let _ = tokio::time::timeout(LONGEST_SALVAGE, salvaging).await;
    }

    /// Whether messages wait in a queue of their own, so that one that is not taken holds up no server.
    pub(crate) fn is_pipe(&self) -> bool {
        matches!(self, Self::Pipe(_))
    }

    /// Nobody waits for the answer to a request any more.
    pub(crate) fn abandon(&self, id: Id) {
        match self {
            Self::Pipe(_) => {}
            Self::Http(http) => http.abandon(id),
            Self::Sse(sse) => sse.abandon(id),
        }
    }

    /// Whether a server wants to be told that nobody waits any more.
    pub(crate) fn wants_cancellations(&self) -> bool {
        match self {
            Self::Http(http) => http.wants_cancellations(),
            _ => true,
        }
    }

    /// Ends whatever runs in the background, at once.
    pub(crate) fn stop(&self) {
        match self {
            Self::Pipe(pipe) => pipe.stop(),
            Self::Http(http) => http.stop(),
            Self::Sse(sse) => sse.stop(),
        }
    }

    /// What the server wrote to standard error.
    pub(crate) fn stderr(&self) -> Stderr {
        match self {
            Self::Pipe(pipe) => pipe.stderr(),
            _ => Stderr::default(),
        }
    }

    /// The requests that only feel for how the server speaks: what it logs of those explains nothing.
    pub(crate) fn set_probes(&self, probes: &'static [&'static str]) {
        if let Self::Pipe(pipe) = self {
            pipe.set_probes(probes);
        }
    }

    /// Ends the connection, and with it the server where it is a child.
    pub(crate) async fn close(&self) {
        match self {
            Self::Pipe(pipe) => pipe.close().await,
            Self::Http(http) => http.close().await,
            Self::Sse(sse) => sse.close(),
        }
    }
}

/// Whether something was read that the protocol knows: a result, an error or a request.
fn has_message(reading: &Reading) -> bool {
    let is_message = |body: &Body| matches!(body, Body::Result(_) | Body::Error(_)) || body.method().is_some();
    reading.messages.iter().any(|message| is_message(&message.body))
}
