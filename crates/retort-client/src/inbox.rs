//! What comes from a server finds whoever waits for it. Replies are matched to requests even where their ids are
//! bent; what matches nothing is kept, to be shown if nothing better comes.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use retort_core::{Body, Kind, Message, Raw, Reading, read};
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::error::Error;
use crate::host::{Host, Log, Progress, answer};
use crate::params::Params;
use crate::record::{Direction, Recorder};

/// The number of a request.
pub(crate) type Id = u64;

/// An answer of a server: as it was read, and as it was sent.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reply {
    /// What was read.
    pub message: Message,
    /// The bytes that were sent.
    pub bytes: Vec<u8>,
}

/// How long a reply that answers a request for the second time waits for a better one.
const GRACE: Duration = Duration::from_secs(1);
/// A person may think this long about an answer.
const PATIENCE: Duration = Duration::from_hours(24);
/// How much of what matches nothing is kept: the first bytes, and the last.
const KEPT: usize = 32 * 1024;

/// The place where everything arrives.
pub(crate) struct Inbox {
    state: Mutex<State>,
    pub(crate) host: Arc<dyn Host>,
    recorder: Option<Recorder>,
    /// Answers to what the server asks, on their way out.
    answers: mpsc::UnboundedSender<String>,
    /// Told when the server asks something that cannot be answered any more.
    asked_in_vain: Notify,
}

#[derive(Default)]
struct State {
    next: Id,
    waiting: BTreeMap<Id, Waiting>,
    /// Why nothing more will come.
    closed: Option<Closing>,
    /// What arrived and answers nothing.
    unclaimed: Vec<u8>,
}

/// How a connection ended.
#[derive(Clone, Debug)]
pub(crate) enum Closing {
    Exited { how: String, stderr: Vec<u8> },
    Closed { reason: String },
    TooLarge { limit: usize },
}

/// A request that waits for its reply.
struct Waiting {
    method: String,
    timeout: Duration,
    deadline: watch::Sender<Instant>,
    to: oneshot::Sender<Result<Reply, Error>>,
    /// What may be its reply if no better one comes.
    second_best: Option<Reply>,
    /// What went wrong with it, though a reply may still come.
    doom: Option<Error>,
}

impl Waiting {
    /// Waits only a little longer.
    fn hurry(&self) {
        let soon = Instant::now() + GRACE;
        self.deadline.send_if_modified(|deadline| std::mem::replace(deadline, soon.min(*deadline)) > soon);
    }
}

/// The other end of a request that waits.
pub(crate) struct Ticket {
    pub(crate) id: Id,
    pub(crate) deadline: watch::Receiver<Instant>,
    pub(crate) reply: oneshot::Receiver<Result<Reply, Error>>,
}

/// How a reply belongs to a request.
enum Match {
    Sure(Id),
    /// It has the id of a request that was answered before.
    Late(Id),
    None,
}

impl Inbox {
    pub(crate) fn new(host: Arc<dyn Host>, recorder: Option<Recorder>, answers: mpsc::UnboundedSender<String>) -> Self {
        Self { state: Mutex::default(), host, recorder, answers, asked_in_vain: Notify::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request is about to be sent.
    pub(crate) fn expect(&self, method: &str, timeout: Duration) -> Ticket {
        let mut state = self.state();
        state.next += 1;
        let id = state.next;
        let (to, reply) = oneshot::channel();
        let (sender, deadline) = watch::channel(Instant::now() + timeout);
        let waiting =
            Waiting { method: method.to_owned(), timeout, deadline: sender, to, second_best: None, doom: None };
        state.waiting.insert(id, waiting);
        if let Some(closing) = state.closed.clone() {
            state.fail(id, |method, arrived| closing.error(method, arrived));
        }
        Ticket { id, deadline, reply }
    }

    /// Writes down what is sent.
    pub(crate) fn sent(&self, text: &str) {
        if let Some(recorder) = &self.recorder {
            recorder.record(Direction::Sent, text.as_bytes());
        }
    }

    /// Some bytes arrived that belong together, perhaps as the answer to one request alone.
    pub(crate) fn arrive(self: &Arc<Self>, bytes: &[u8], on: Option<Id>) {
        self.deliver(bytes, read(bytes), on);
    }

    /// The same, where they have been read already.
    pub(crate) fn deliver(self: &Arc<Self>, bytes: &[u8], reading: Reading, on: Option<Id>) {
        if let Some(recorder) = &self.recorder {
            recorder.record(Direction::Received, bytes);
        }
        for message in reading.messages {
            match &message.body {
                Body::Request { method, params } => self.asked(message.id.as_ref(), method, params.as_ref()),
                Body::Result(_) | Body::Error(_) => self.reply(Reply { message, bytes: bytes.to_vec() }, on),
                _ => self.state().unsure(Reply { message, bytes: bytes.to_vec() }, on),
            }
        }
    }

    /// Something arrived that is no message.
    pub(crate) fn noise(&self, bytes: &[u8]) {
        if let Some(recorder) = &self.recorder {
            recorder.record(Direction::Received, bytes);
        }
        self.state().keep(bytes);
    }

    fn reply(&self, reply: Reply, on: Option<Id>) {
        let mut state = self.state();
        match state.find(reply.message.id.as_ref(), on) {
            Match::Sure(id) => state.answer(id, Ok(reply)),
            Match::Late(id) => {
                if let Some(waiting) = state.waiting.get_mut(&id) {
                    waiting.second_best = Some(reply);
                    waiting.hurry();
                }
            }
            Match::None => state.keep(&reply.bytes),
        }
    }

    /// The server asks or tells something.
    fn asked(self: &Arc<Self>, id: Option<&Raw>, method: &str, params: Option<&Raw>) {
        let nothing = || Raw::parse("{}").unwrap_or_else(|| Raw::string(""));
        let params = params.cloned().unwrap_or_else(nothing);
        let Some(id) = id.filter(|id| id.kind() != Kind::Null) else {
            match method {
                "notifications/progress" => self.progress(&params),
                "notifications/message" => self.host.log(&Log::read(&params)),
                _ => {}
            }
            return;
        };
        if self.is_closed() {
            return self.leave_unanswered();
        }
        let (id, method, inbox) = (id.to_json(), method.to_owned(), Arc::clone(self));
        tokio::spawn(async move {
            inbox.state().postpone(|_| PATIENCE);
            let message = Params::new().with("jsonrpc", "2.0").with_json("id", id);
            let message = match answer(inbox.host.as_ref(), &method, &params).await {
                Ok(result) => message.with_json("result", result),
                Err(refusal) => {
                    let error = Params::new().with("code", refusal.code).with("message", refusal.message);
                    message.with_json("error", error.to_json())
                }
            };
            inbox.state().postpone(|timeout| timeout);
            // Where the connection has ended, nobody waits for the answer.
            let _ = inbox.answers.send(message.to_json());
        });
    }

    fn progress(&self, params: &Raw) {
        let token = params.get("progressToken").and_then(|token| token.to_plain().parse::<Id>().ok());
        let mut state = self.state();
        if let Some(waiting) = token.and_then(|token| state.waiting.get_mut(&token)) {
            let later = Instant::now() + waiting.timeout;
            waiting.deadline.send_replace(later);
        }
        drop(state);
        if let Some(progress) = Progress::read(params) {
            self.host.progress(&progress);
        }
    }

    /// Time to think: while somebody is asked, nobody's deadline passes.
    pub(crate) fn postpone(&self, patience: bool) {
        self.state().postpone(|timeout| if patience { PATIENCE } else { timeout });
    }

    /// Whether nothing more is wanted, or will come.
    pub(crate) fn is_closed(&self) -> bool {
        self.state().closed.is_some()
    }

    /// The server waits for an answer that will not come.
    pub(crate) fn leave_unanswered(&self) {
        self.asked_in_vain.notify_one();
    }

    /// Waits until the server waits in vain.
    pub(crate) async fn is_asked_in_vain(&self) {
        self.asked_in_vain.notified().await;
    }

    /// Whether a request still waits.
    pub(crate) fn waits(&self, id: Id) -> bool {
        self.state().waiting.contains_key(&id)
    }

    /// The requests that still wait.
    pub(crate) fn all_waiting(&self) -> Vec<Id> {
        self.state().waiting.keys().copied().collect()
    }

    /// Ends the wait of a request with what came closest to a reply, or with an error. `why` is given the method
    /// and what arrived.
    pub(crate) fn fail(&self, id: Id, why: impl FnOnce(String, Vec<u8>) -> Error) {
        self.state().fail(id, why);
    }

    /// Something went wrong with a request, but its reply may come on another way: that is waited for a little.
    pub(crate) fn doom(&self, id: Id, error: Error) {
        if let Some(waiting) = self.state().waiting.get_mut(&id) {
            waiting.doom = Some(error);
            waiting.hurry();
        }
    }

    /// Takes a request away whose time is over: what came closest to a reply, or what went wrong, if anything did,
    /// and what arrived.
    pub(crate) fn take(&self, id: Id) -> (Option<Result<Reply, Error>>, Vec<u8>) {
        let mut state = self.state();
        let waiting = state.waiting.remove(&id);
        let end = waiting.and_then(|waiting| waiting.second_best.map(Ok).or(waiting.doom.map(Err)));
        (end, std::mem::take(&mut state.unclaimed))
    }

    /// Nothing more will come.
    pub(crate) fn close(&self, closing: &Closing) {
        let mut state = self.state();
        if state.closed.is_none() {
            state.closed = Some(closing.clone());
        }
        for id in state.waiting.keys().copied().collect::<Vec<_>>() {
            state.fail(id, |method, arrived| closing.clone().error(method, arrived));
        }
    }
}

impl Closing {
    fn error(self, method: String, arrived: Vec<u8>) -> Error {
        match self {
            Self::Exited { how, stderr } => Error::Exited { method, how, stderr, arrived },
            Self::Closed { reason } => Error::Closed { method, reason, arrived },
            Self::TooLarge { limit } => Error::TooLarge { limit },
        }
    }
}

impl State {
    /// The only request that waits.
    fn only(&self) -> Option<Id> {
        match self.waiting.len() {
            1 => self.waiting.keys().next().copied(),
            _ => None,
        }
    }

    fn find(&self, id: Option<&Raw>, on: Option<Id>) -> Match {
        let on = on.filter(|on| self.waiting.contains_key(on));
        let number = id.and_then(number_of);
        match number {
            Some(id) if self.waiting.contains_key(&id) => Match::Sure(id),
            Some(id) if (1..=self.next).contains(&id) => on.or_else(|| self.only()).map_or(Match::None, Match::Late),
            // A reply with an id that nobody gave, or none at all, answers the only question there is.
            _ => on.or_else(|| self.only()).map_or(Match::None, Match::Sure),
        }
    }

    fn answer(&mut self, id: Id, reply: Result<Reply, Error>) {
        if let Some(waiting) = self.waiting.remove(&id) {
            // Whoever asked may have gone.
            let _ = waiting.to.send(reply);
        }
    }

    fn fail(&mut self, id: Id, why: impl FnOnce(String, Vec<u8>) -> Error) {
        let Some(mut waiting) = self.waiting.remove(&id) else { return };
        let reply = match waiting.second_best.take() {
            Some(reply) => Ok(reply),
            None => Err(why(std::mem::take(&mut waiting.method), std::mem::take(&mut self.unclaimed))),
        };
        let _ = waiting.to.send(reply);
    }

    /// Something that is neither a result nor an error: it may be the payload, if nothing better comes.
    fn unsure(&mut self, reply: Reply, on: Option<Id>) {
        self.keep(&reply.bytes);
        let is_json = matches!(reply.message.body, Body::Payload(_));
        let Some(waiting) = on.or_else(|| self.only()).and_then(|id| self.waiting.get_mut(&id)) else { return };
        // Text between messages is a log, unless it came as the answer to this request alone, or was meant as one.
        let meant = memchr::memmem::find(&reply.bytes, b"jsonrpc").is_some();
        if is_log(&reply.message) || !is_json && on.is_none() && !meant {
            return;
        }
        if meant {
            waiting.hurry();
        }
        let better = |best: &Reply| is_json && matches!(best.message.body, Body::Text(_));
        if waiting.second_best.as_ref().is_none_or(better) {
            waiting.second_best = Some(reply);
        }
    }

    /// Keeps what may have to be shown: the beginning and the end of it.
    fn keep(&mut self, bytes: &[u8]) {
        self.unclaimed.extend_from_slice(bytes);
        if bytes.last() != Some(&b'\n') {
            self.unclaimed.push(b'\n');
        }
        if self.unclaimed.len() > 4 * KEPT {
            let end = self.unclaimed.len() - KEPT;
            self.unclaimed.drain(KEPT..end);
        }
    }

    fn postpone(&mut self, time: impl Fn(Duration) -> Duration) {
        let now = Instant::now();
        for waiting in self.waiting.values_mut() {
            waiting.deadline.send_replace(now + time(waiting.timeout));
        }
    }
}

/// The number that an id stands for: 7, "7" and 7.0 are the same to a server that is careless.
fn number_of(id: &Raw) -> Option<Id> {
    let text = id.to_plain();
    let text = text.trim();
    text.strip_suffix(".0").unwrap_or(text).parse().ok()
}

/// Whether JSON on a line of its own is what loggers write.
fn is_log(message: &Message) -> bool {
    let Body::Payload(raw) = &message.body else { return false };
    let has = |names: &[&str]| names.iter().any(|name| raw.get(name).is_some());
    has(&["level", "severity", "levelname", "lvl"]) && has(&["msg", "message", "event", "text"])
}
