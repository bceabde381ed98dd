//! Whoever answers what the other side asks, and hears what it tells. Both arrive with their method, their id and their
//! parameters as they were sent, and with the bytes of the whole message: what this crate does not know reaches the handler
//! like what it knows.

use std::future::Future;
use std::ops::Range;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use bytes::Bytes;
use retort_core::Raw;
use tokio::sync::{Notify, OwnedSemaphorePermit};

use crate::budget::{COST_OF_A_MESSAGE, Share};
use crate::error::Error;
use crate::inbox::{Id, Inbox, StoppedClock};
use crate::params::Params;
use crate::splice::{member, with_id};

/// An answer that may take its time: a person may have to give it.
pub type Answering<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Whoever is at this end of a connection. Every method has an answer for nobody being there.
///
/// Questions are begun in the order in which they came, and answered side by side. Notifications are told one after the
/// other, and a reply is given to whoever waits for it only when all that was told before it has been heard. While a handler
/// is busy the queue in front of it fills up; then the other side is not read from any more, and has to wait.
pub trait Handler: Send + Sync + 'static {
    /// The other side asks. What this gives is sent as the reply. When the question is cancelled, the future is dropped,
    /// unless it waits for [`Question::cancelled`] itself.
    fn asked(&self, question: Question) -> Answering<'_, Answer> {
        let message = format!("The method {} is not known here", question.method());
        Box::pin(std::future::ready(Answer::Error { code: -32601, message, data: None }))
    }

    /// The other side tells something: progress, a log message, that a list has changed, that it does not wait for an
    /// answer any more, or what nobody knows.
    fn told(&self, notification: Notification) -> Answering<'_, ()> {
        drop(notification);
        Box::pin(std::future::ready(()))
    }

    /// Something arrived that is no message, or answers nobody.
    fn stray(&self, bytes: &Bytes) {
        let _ = bytes;
    }

    /// A server that is a child process wrote to standard error: whole lines, unless one is very long.
    fn stderr(&self, bytes: &[u8]) {
        let _ = bytes;
    }

    /// Something about the connection that a person may want to know.
    fn notice(&self, text: &str) {
        let _ = text;
    }
}

/// Nobody: every question is refused, and nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHandler;

impl Handler for NoHandler {}

/// What is answered to a question.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// The JSON of a result.
    Result(String),
    /// An error.
    Error {
        /// Its code.
        code: i64,
        /// Its message.
        message: String,
        /// What else it says, as JSON.
        data: Option<String>,
    },
    /// A whole message, such as the reply of somebody else. It gets the id of the question.
    Message(Bytes),
    /// Nothing now: [`Peer::respond`](crate::Peer::respond) gives the answer.
    Later,
    /// Nothing at all, since nobody waits for it any more.
    Nothing,
}

impl Answer {
    /// The message for a question with this id; `None` where nothing is sent.
    pub(crate) fn message(self, id: &str) -> Option<Bytes> {
        Some(match self {
            Self::Result(json) => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{json}}}"#).into(),
            Self::Error { code, message, data } => {
                let error = Params::new().with("code", code).with("message", message);
                let error = data.into_iter().fold(error, |error, data| error.with_json("data", data));
                format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{}}}"#, error.to_json()).into()
            }
            Self::Message(bytes) => with_id(&bytes, id).unwrap_or(bytes),
            Self::Later | Self::Nothing => return None,
        })
    }
}

/// The reply of whoever was asked in turn. One that was cancelled is not answered.
impl From<Result<Bytes, Error>> for Answer {
    fn from(reply: Result<Bytes, Error>) -> Self {
        match reply {
            Ok(message) => Self::Message(message),
            Err(Error::Cancelled) => Self::Nothing,
            Err(error) => Self::Error { code: -32603, message: error.what(), data: None },
        }
    }
}

/// What a question and a notification have in common.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) method: String,
    pub(crate) params: AskedParams,
    pub(crate) bytes: Bytes,
}

/// Parameters: as they were read, or where they are.
#[derive(Clone, Debug)]
pub(crate) enum AskedParams {
    Missing,
    At(Range<usize>),
    Read(Raw),
}

impl Asked {
    fn params(&self) -> Option<Raw> {
        match &self.params {
            AskedParams::Missing => None,
            AskedParams::At(range) => {
                Raw::parse(String::from_utf8_lossy(self.bytes.get(range.clone()).unwrap_or_default()))
            }
            AskedParams::Read(raw) => Some(raw.clone()),
        }
    }

    /// The JSON of a member of the parameters.
    pub(crate) fn param(&self, path: &[&str]) -> Option<String> {
        match &self.params {
            AskedParams::Missing => None,
            AskedParams::At(range) => {
                let found = member(self.bytes.get(range.clone())?, path)?;
                Some(String::from_utf8_lossy(found).into_owned())
            }
            AskedParams::Read(raw) => {
                let found = path.iter().try_fold(raw.clone(), |raw, name| raw.get(name))?;
                Some(found.as_str().to_owned())
            }
        }
    }
}

/// A request of the other side.
#[derive(Debug)]
pub struct Question {
    pub(crate) asked: Asked,
    pub(crate) id: String,
    /// The requests that it may belong to.
    pub(crate) askers: Vec<Id>,
    pub(crate) cancellation: Arc<Cancellation>,
    pub(crate) inbox: Weak<Inbox>,
}

impl Question {
    /// What is asked for.
    pub fn method(&self) -> &str {
        &self.asked.method
    }

    /// Its id, as JSON and as it was sent.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its parameters, which are read when this is called.
    pub fn params(&self) -> Option<Raw> {
        self.asked.params()
    }

    /// The whole message, as it was sent.
    pub fn bytes(&self) -> &Bytes {
        &self.asked.bytes
    }

    /// The request of ours that it belongs to, where that is known: the one in whose HTTP answer it came, whose progress
    /// token it names, or the only one in flight that can make the other side ask.
    pub fn belongs_to(&self) -> Option<Id> {
        match self.askers.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Waits until the other side does not want an answer any more; gives the message that says so. From now on it is for
    /// whoever waits here to end: the answer is not sent any more.
    pub async fn cancelled(&self) -> Bytes {
        self.cancellation.is_heard.store(true, Ordering::Release);
        self.cancellation.wait().await
    }

    /// Stops the clock of the request that the question belongs to, for as long as what this gives lives. Where several
    /// may be meant, all of them wait; requests that cannot make the other side ask do not.
    pub fn stop_clock(&self) -> StoppedClock {
        StoppedClock::new(self.inbox.upgrade(), &self.askers)
    }
}

/// Something that the other side tells, and nobody answers.
#[derive(Debug)]
pub struct Notification {
    pub(crate) asked: Asked,
    pub(crate) concerns: Option<Id>,
}

impl Notification {
    /// What is told.
    pub fn method(&self) -> &str {
        &self.asked.method
    }

    /// Its parameters, which are read when this is called.
    pub fn params(&self) -> Option<Raw> {
        self.asked.params()
    }

    /// The whole message, as it was sent.
    pub fn bytes(&self) -> &Bytes {
        &self.asked.bytes
    }

    /// The request of ours that it is about, where that is known: the one whose progress token it names, or in whose HTTP
    /// answer it came.
    pub fn concerns(&self) -> Option<Id> {
        self.concerns
    }
}

/// Whether a question was cancelled.
#[derive(Debug, Default)]
pub(crate) struct Cancellation {
    message: OnceLock<Bytes>,
    came: Notify,
    /// Somebody waits for it who will see to the rest.
    is_heard: AtomicBool,
    /// The place among the open questions of one that is answered later.
    place: Mutex<Option<Place>>,
}

impl Cancellation {
    /// The other side does not want the answer any more.
    pub(crate) fn cancel(&self, message: Bytes) {
        // The first one counts.
        let _ = self.message.set(message);
        self.came.notify_waiters();
        self.release();
    }

    /// Keeps the place of a question that is answered later.
    pub(crate) fn hold(&self, place: Place) {
        if !self.is_cancelled() {
            *self.place.lock().unwrap_or_else(PoisonError::into_inner) = Some(place);
        }
    }

    /// Gives up the place, for another question.
    pub(crate) fn release(&self) -> Option<Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.message.get().is_some()
    }

    async fn wait(&self) -> Bytes {
        loop {
            let came = self.came.notified();
            if let Some(message) = self.message.get() {
                return message.clone();
            }
            came.await;
        }
    }

    /// Waits until it is cancelled and nobody else sees to it.
    pub(crate) async fn unheard(&self) {
        self.wait().await;
        if self.is_heard.load(Ordering::Acquire) {
            std::future::pending::<()>().await;
        }
    }
}

/// What arrived for the handler, and what it has of what may wait.
#[derive(Debug)]
pub(crate) struct Arrival {
    pub(crate) what: Arrived,
    pub(crate) share: Option<Share>,
}

#[derive(Debug)]
pub(crate) enum Arrived {
    Question(Question),
    Notification(Notification),
}

impl Arrival {
    pub(crate) fn new(what: Arrived) -> Self {
        Self { what, share: None }
    }

    /// What it costs to let it wait.
    pub(crate) fn cost(&self) -> usize {
        let bytes = match &self.what {
            Arrived::Question(question) => question.bytes(),
            Arrived::Notification(notification) => notification.bytes(),
        };
        bytes.len() + COST_OF_A_MESSAGE
    }
}

/// The place of a question among those that are open. It is another's when its answer is written.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) _permit: OwnedSemaphorePermit,
    pub(crate) _share: Option<Share>,
}
