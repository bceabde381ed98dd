//! What comes in finds whoever waits for it: replies their requests, everything else the handler. How replies are matched
//! is a choice (see [`Matching`]); what matches nothing is kept, to be shown if nothing better comes.

mod asked;
mod closing;
mod flow;
mod given_up;
mod lenient;
mod request;
mod state;
mod stopped_clock;
mod unclaimed;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use retort_core::{Body, Form, Kind, Message, Raw, Reading};
use tokio::sync::mpsc::Sender;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

pub use closing::Closing;
use flow::Flow;
pub(crate) use request::Times;
use state::State;
pub(crate) use state::{Remains, Ticket};
pub use stopped_clock::StoppedClock;

use crate::budget::{Exceeded, Limits, Sum};
use crate::count::is_more_than;
use crate::error::Error;
use crate::handler::{Arrival, Asked, AskedParams, Handler, Place};
use crate::head::{Head, string_of};
use crate::method::{LOG, is_of_clients};
use crate::options::{Matching, Tap};
use crate::reply::{Reply, elsewhere, head_of, read_now};

/// The number of a request.
pub type Id = u64;

/// The place where everything arrives.
pub(crate) struct Inbox {
    state: Mutex<State>,
    matching: Matching,
    tap: Option<Arc<dyn Tap>>,
    pub(crate) limits: Limits,
    /// Whoever is told; gone once the connection is over, so that two handlers that hold each other's peers end.
    handler: Mutex<Option<Arc<dyn Handler>>>,
    queue: Mutex<Option<Sender<Arrival>>>,
    flow: Flow,
    /// What nobody waits to be sent, on its way out.
    post: Sender<Bytes>,
    /// Told when the other side asks something that cannot be answered any more.
    asked_in_vain: Notify,
    over: watch::Sender<Option<Closing>>,
}

impl Inbox {
    pub(crate) fn new(
        matching: Matching,
        tap: Option<Arc<dyn Tap>>,
        limits: Limits,
        handler: Arc<dyn Handler>,
        queue: Sender<Arrival>,
        post: Sender<Bytes>,
    ) -> Self {
        Self {
            state: Mutex::default(),
            matching,
            tap,
            limits,
            handler: Mutex::new(Some(handler)),
            queue: Mutex::new(Some(queue)),
            flow: Flow::default(),
            post,
            asked_in_vain: Notify::new(),
            over: watch::Sender::new(None),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// A request is about to be sent: its id.
    pub(crate) fn next_id(&self) -> Id {
        self.state().next_id()
    }

    /// A request is about to be sent.
    pub(crate) fn expect(&self, id: Id, method: &str, token: Option<String>, times: Times) -> Ticket {
        self.state().expect(id, method, token, times)
    }

    /// Shows what is sent to whoever listens in.
    pub(crate) fn sent(&self, bytes: &[u8]) {
        if let Some(Err(exceeded)) = self.tap.as_ref().map(|tap| tap.sent(bytes)) {
            self.is_too_much(exceeded);
        }
    }

    /// Shows what came to whoever listens in. Gives whether the connection goes on.
    async fn received(&self, bytes: &Bytes) -> bool {
        let Some(tap) = self.tap.clone() else { return true };
        let shown = bytes.clone();
        match elsewhere(bytes.len(), move || tap.received(&shown)).await {
            Some(Err(exceeded)) => {
                self.is_too_much(exceeded);
                false
            }
            seen => seen.is_some(),
        }
    }

    /// The other side sent more than is taken: nothing more is.
    pub(crate) fn is_too_much(&self, exceeded: Exceeded) {
        self.close(&Closing::TooMuch(exceeded));
    }

    /// Reads some bytes that belong together, unless that is too much. Gives the same bytes back: they and the messages share
    /// one text.
    pub(crate) async fn read(&self, bytes: Bytes) -> Option<(Reading, Bytes)> {
        let most = self.limits.messages;
        let read = elsewhere(bytes.len(), move || (!is_more_than(&bytes, most)).then(|| read_now(bytes))).await?;
        if read.is_none() {
            self.is_too_much(Exceeded::new(Sum::Messages, most));
        }
        read
    }

    /// Puts a message on its way that nobody waits for.
    pub(crate) fn post(&self, message: Bytes) {
        // Whoever has not read a queue full of these does not care for one more; and where the connection has ended,
        // nobody does.
        let _ = self.post.try_send(message);
    }

    /// Tells a person something about the connection.
    pub(crate) fn notice(&self, text: &str) {
        let handler = lock(&self.handler).clone();
        if let Some(handler) = handler {
            handler.notice(text);
        }
    }

    /// Some bytes arrived that belong together, perhaps as the answer to one request alone.
    pub(crate) async fn arrive(self: &Arc<Self>, bytes: Bytes, on: Option<Id>) {
        // Where several share the connection, who it is for is all that has to be known.
        if self.matching == Matching::Strict
            && let Some(head) = head_of(&bytes).await
        {
            if self.received(&bytes).await {
                self.take_head(bytes, &head, on).await;
            }
            return;
        }
        if let Some((reading, bytes)) = self.read(bytes).await {
            self.deliver(bytes, reading, on, None).await;
        }
    }

    async fn take_head(self: &Arc<Self>, bytes: Bytes, head: &Head, on: Option<Id>) {
        let sent = |range: &std::ops::Range<usize>| bytes.get(range.clone()).unwrap_or_default();
        let text = |range: &std::ops::Range<usize>| String::from_utf8_lossy(sent(range)).into_owned();
        let Some(method) = &head.method else {
            let id = head.id.as_ref().and_then(|id| number_of(std::str::from_utf8(sent(id)).ok()?));
            self.flow.settled().await;
            let is_taken = self.state().reply_strictly(Reply::unread(bytes.clone()), id);
            if !is_taken {
                self.stray(&bytes);
            }
            return;
        };
        let method = string_of(sent(method)).map_or_else(|| text(method), String::from);
        let id = head.id.as_ref().map(text).filter(|id| id != "null");
        let params = head.params.clone().map_or(AskedParams::Missing, AskedParams::At);
        self.ask(Asked { method, params, bytes }, id, on).await;
    }

    /// Some bytes arrived and have been read. `ended` tells why nothing follows, where more was to be expected.
    pub(crate) async fn deliver(self: &Arc<Self>, bytes: Bytes, reading: Reading, on: Option<Id>, ended: Option<&str>) {
        if !self.received(&bytes).await {
            return;
        }
        let is_alone = reading.form == Form::Message && reading.messages.len() == 1;
        for message in reading.messages {
            match &message.body {
                Body::Request { method, params, .. } | Body::Notification { method, params } => {
                    let own = if is_alone { bytes.clone() } else { message.sent.as_str().to_owned().into() };
                    let id = message.id.as_ref().filter(|id| id.kind() != Kind::Null);
                    let is_known = is_of_clients(method, id.is_some());
                    let is_log = method == LOG;
                    let asked = Asked {
                        method: method.clone(),
                        params: params.clone().map_or(AskedParams::Missing, AskedParams::Read),
                        bytes: own,
                    };
                    let id = id.map(|id| id.as_str().to_owned());
                    self.ask(asked, id, on).await;
                    if self.matching == Matching::Lenient {
                        self.may_hold_more(message, is_known, is_log, &bytes, on, ended).await;
                    }
                }
                Body::Result(_) | Body::Error(_) => {
                    self.flow.settled().await;
                    self.reply(message, &bytes, on, ended);
                }
                _ => {
                    if self.matching == Matching::Lenient {
                        self.state().unsure(Reply::new(message, &bytes, ended), on);
                    } else {
                        self.state().unclaimed.keep(&bytes);
                    }
                    self.stray(&bytes);
                }
            }
        }
    }

    fn reply(&self, message: Message, bytes: &Bytes, on: Option<Id>, ended: Option<&str>) {
        let id = message.id.as_ref().and_then(|id| number_of(id.as_str()));
        let reply = Reply::new(message, bytes, ended);
        match self.matching {
            Matching::Lenient => self.state().reply_leniently(reply, on),
            Matching::Strict => {
                let is_taken = self.state().reply_strictly(reply, id);
                if !is_taken {
                    self.stray(bytes);
                }
            }
        }
    }

    /// What the protocol does not know may carry what was asked for, and what was said may be all that is said.
    async fn may_hold_more(
        &self,
        message: Message,
        is_known: bool,
        is_log: bool,
        bytes: &Bytes,
        on: Option<Id>,
        ended: Option<&str>,
    ) {
        if is_known {
            if is_log {
                self.state().unclaimed.keep(bytes);
            }
            return;
        }
        let params = message.body.params().cloned();
        let holds =
            move |params: Raw| ["content", "structuredContent", "result"].iter().any(|key| params.get(key).is_some());
        if elsewhere(bytes.len(), move || params.is_some_and(holds)).await == Some(true) {
            self.state().unsure(Reply::new(message, bytes, ended), on);
        } else {
            self.state().unclaimed.keep(bytes);
        }
    }

    /// Something arrived that is no message.
    pub(crate) async fn noise(&self, bytes: &Bytes) {
        self.received(bytes).await;
        self.state().unclaimed.keep(bytes);
        self.stray(bytes);
    }

    fn stray(&self, bytes: &Bytes) {
        let handler = lock(&self.handler).clone();
        if let Some(handler) = handler {
            handler.stray(bytes);
        }
    }

    /// The handler has taken something out of the queue.
    pub(crate) fn handled(&self) {
        self.flow.handled();
    }

    /// A question was answered, or will not be.
    /// Gives its place among the open ones, where it held one.
    pub(crate) fn question_is_over(&self, id: &str) -> Option<Place> {
        let question = self.state().questions.remove(id);
        question.and_then(|question| question.release())
    }

    /// Whether somebody thinks, so that some clock stands still.
    pub(crate) fn is_asking(&self) -> bool {
        self.state().stopped > 0
    }

    /// Whether nothing more is wanted, or will come.
    pub(crate) fn is_closed(&self) -> bool {
        self.state().closed.is_some()
    }

    /// Whether the other side sent more than is taken.
    pub(crate) fn has_had_enough(&self) -> bool {
        matches!(self.state().closed, Some(Closing::TooMuch(_)))
    }

    /// The other side waits for an answer that will not come.
    pub(crate) fn leave_unanswered(&self) {
        self.asked_in_vain.notify_one();
    }

    /// Waits until the other side waits in vain.
    pub(crate) async fn is_asked_in_vain(&self) {
        self.asked_in_vain.notified().await;
    }

    /// Whether a request still waits.
    pub(crate) fn waits(&self, id: Id) -> bool {
        self.state().waits(id)
    }

    /// When the time of a request is over.
    pub(crate) fn due(&self, id: Id) -> Option<Instant> {
        self.state().due(id)
    }

    /// The requests that still wait.
    pub(crate) fn all_waiting(&self) -> Vec<Id> {
        self.state().all()
    }

    /// Whether what was read so far holds the reply to a request.
    pub(crate) fn is_for(&self, id: Id, reading: &Reading) -> bool {
        self.state().is_for(id, reading)
    }

    /// Ends the wait of a request with what came closest to a reply, or with an error. `why` is given the method
    /// and what arrived.
    pub(crate) fn fail(&self, id: Id, why: impl FnOnce(String, Vec<u8>) -> Error) {
        self.state().fail(id, why);
    }

    /// Something went wrong with a request, but its reply may come on another way: that is waited for a little.
    pub(crate) fn doom(&self, id: Id, error: Error) {
        self.state().doom(id, error);
    }

    /// Takes a request away that nobody waits for any more.
    pub(crate) fn give_up(&self, id: Id) -> Option<Remains> {
        self.state().give_up(id)
    }

    /// The other side sends no more: what it told before is heard first.
    pub(crate) async fn end(&self, closing: Closing) {
        self.flow.settled().await;
        self.close(&closing);
    }

    /// Nothing more will come.
    pub(crate) fn close(&self, closing: &Closing) {
        let mut state = self.state();
        state.closed.get_or_insert_with(|| closing.clone());
        for id in state.all() {
            state.fail(id, |method, arrived| closing.clone().error(method, arrived));
        }
        drop(state);
        lock(&self.queue).take();
    }

    /// How it ended.
    pub(crate) fn closing(&self) -> Closing {
        self.state().closed.clone().unwrap_or(Closing::Closed)
    }

    /// All that was asked is answered, and nobody is told anything any more.
    pub(crate) fn is_over(&self) {
        lock(&self.handler).take();
        self.over.send_replace(Some(self.closing()));
    }

    /// Waits until it is over.
    pub(crate) async fn over(&self) -> Closing {
        let mut over = self.over.subscribe();
        let ended = over.wait_for(Option::is_some).await.ok().and_then(|closing| closing.clone());
        ended.unwrap_or(Closing::Closed)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl std::fmt::Debug for Inbox {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Inbox").field("matching", &self.matching).finish_non_exhaustive()
    }
}

/// The number that an id stands for: 7, "7" and 7.0 are the same to a server that is careless.
pub(crate) fn number_of(id: &str) -> Option<Id> {
    let inside = id.strip_prefix('"').and_then(|id| id.strip_suffix('"')).unwrap_or(id).trim();
    inside.strip_suffix(".0").unwrap_or(inside).parse().ok()
}
