//! What comes from a server finds whoever waits for it. Replies are matched to requests even where their ids are
//! bent; what matches nothing is kept, to be shown if nothing better comes.

mod waiting;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use retort_core::{Body, Direction, Kind, Message, OddityKind, Raw, Reading, read};
use tokio::sync::{Notify, Semaphore, mpsc};

use waiting::{State, number_of};
pub(crate) use waiting::{Ticket, is_greeting};

use crate::error::Error;
use crate::host::{Host, Log, Progress, answer};
use crate::params::Params;
use crate::record::Recorder;
use crate::stderr::Stderr;

/// The number of a request.
pub(crate) type Id = u64;

/// An answer of a server: as it was read, and as it was sent.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reply {
    /// What was read.
    pub message: Message,
    /// The bytes that were sent, in which the message stands perhaps not alone.
    pub bytes: Arc<[u8]>,
    /// Why the rest of it is missing, where it was cut off. What did come is in the message.
    pub cut: Option<String>,
}

impl Reply {
    /// An answer; `ended` tells what went wrong with its bytes, where something did.
    fn new(message: Message, bytes: &Arc<[u8]>, ended: Option<&str>) -> Self {
        let is_open = message.oddities.iter().any(|oddity| oddity.kind == OddityKind::TruncatedJson);
        let is_text = matches!(message.body, Body::Text(_));
        let cut = match ended {
            Some(ended) if is_open || is_text => Some(ended.to_owned()),
            None if is_open => Some("it ends in the middle of its JSON".to_owned()),
            _ => None,
        };
        Self { message, bytes: Arc::clone(bytes), cut }
    }
}

/// How many questions of the server are answered at the same time; it need not read the answers.
const MOST_QUESTIONS: usize = 256;

/// The place where everything arrives.
pub(crate) struct Inbox {
    state: Mutex<State>,
    pub(crate) host: Arc<dyn Host>,
    recorder: Option<Recorder>,
    /// Answers to what the server asks, on their way out.
    answers: mpsc::UnboundedSender<String>,
    /// How many more questions may be open.
    open: Arc<Semaphore>,
    /// Told when the server asks something that cannot be answered any more.
    asked_in_vain: Notify,
}

/// How a connection ended.
#[derive(Clone, Debug)]
pub(crate) enum Closing {
    Exited { how: String, stderr: Stderr },
    Closed { reason: String },
    TooLarge { limit: usize },
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

impl Inbox {
    pub(crate) fn new(host: Arc<dyn Host>, recorder: Option<Recorder>, answers: mpsc::UnboundedSender<String>) -> Self {
        let open = Arc::new(Semaphore::new(MOST_QUESTIONS));
        Self { state: Mutex::default(), host, recorder, answers, open, asked_in_vain: Notify::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request is about to be sent.
    pub(crate) fn expect(&self, method: &str, timeout: Duration) -> Ticket {
        self.state().expect(method, timeout)
    }

    /// Writes down what is sent.
    pub(crate) fn sent(&self, text: &str) {
        if let Some(recorder) = &self.recorder {
            recorder.record(Direction::Sent, text.as_bytes());
        }
    }

    /// Puts a message on its way that nobody waits for.
    pub(crate) fn post(&self, text: String) {
        // Where the connection has ended, nobody wants it.
        let _ = self.answers.send(text);
    }

    /// Some bytes arrived that belong together, perhaps as the answer to one request alone.
    pub(crate) fn arrive(self: &Arc<Self>, bytes: &[u8], on: Option<Id>) {
        self.deliver(bytes, read(bytes), on, None);
    }

    /// The same, where they have been read already. `ended` tells why nothing follows, where more was to be expected.
    pub(crate) fn deliver(self: &Arc<Self>, bytes: &[u8], reading: Reading, on: Option<Id>, ended: Option<&str>) {
        if let Some(recorder) = &self.recorder {
            recorder.record(Direction::Received, bytes);
        }
        let bytes: Arc<[u8]> = Arc::from(bytes);
        for message in reading.messages {
            let reply = |message| Reply::new(message, &bytes, ended);
            match &message.body {
                Body::Request { method, params, .. } | Body::Notification { method, params } => {
                    if self.asked(message.id.as_ref(), method, params.as_ref()) {
                        // What was said may be all that is said.
                        if method == "notifications/message" {
                            self.state().keep(&bytes);
                        }
                        continue;
                    }
                    // What the protocol does not know may carry what was asked for.
                    let holds = |params: &Raw| {
                        ["content", "structuredContent", "result"].iter().any(|key| params.get(key).is_some())
                    };
                    if params.as_ref().is_some_and(holds) {
                        self.state().unsure(reply(message), on);
                    } else {
                        self.state().keep(&bytes);
                    }
                }
                Body::Result(_) | Body::Error(_) => self.state().reply(reply(message), on),
                _ => self.state().unsure(reply(message), on),
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

    /// The server asks or tells something; `false` where nobody here knows what.
    fn asked(self: &Arc<Self>, id: Option<&Raw>, method: &str, params: Option<&Raw>) -> bool {
        let nothing = || Raw::parse("{}").unwrap_or_else(|| Raw::string(""));
        let params = params.cloned().unwrap_or_else(nothing);
        let Some(id) = id.filter(|id| id.kind() != Kind::Null) else {
            match method {
                "notifications/progress" => self.progress(&params),
                "notifications/message" => self.host.log(&Log::read(&params)),
                _ => return method.starts_with("notifications/"),
            }
            return true;
        };
        if self.is_closed() {
            self.leave_unanswered();
            return true;
        }
        let known = ["ping", "roots/list", "sampling/createMessage", "elicitation/create"].contains(&method);
        let Ok(permit) = Arc::clone(&self.open).try_acquire_owned() else { return true };
        let (id, method, inbox) = (id.to_json(), method.to_owned(), Arc::clone(self));
        tokio::spawn(async move {
            // Only what a person has to answer may take its time.
            let _clock =
                matches!(method.as_str(), "elicitation/create" | "sampling/createMessage").then(|| inbox.stop_clock());
            let message = Params::new().with("jsonrpc", "2.0").with_json("id", id);
            let message = match answer(inbox.host.as_ref(), &method, &params).await {
                Ok(result) => message.with_json("result", result),
                Err(refusal) => {
                    let error = Params::new().with("code", refusal.code).with("message", refusal.message);
                    message.with_json("error", error.to_json())
                }
            };
            inbox.post(message.to_json());
            drop(permit);
        });
        known
    }

    fn progress(&self, params: &Raw) {
        if let Some(id) = params.get("progressToken").as_ref().and_then(number_of) {
            self.state().goes_on(id);
        }
        if let Some(progress) = Progress::read(params) {
            self.host.progress(&progress);
        }
    }

    /// Stops the clock of all requests, for as long as what it gives lives.
    pub(crate) fn stop_clock(self: &Arc<Self>) -> StoppedClock {
        self.state().ask();
        StoppedClock(Arc::clone(self))
    }

    /// Whether somebody thinks, so that no clock runs.
    pub(crate) fn is_asking(&self) -> bool {
        self.state().is_asking()
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
        self.state().waits(id)
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

    /// Takes a request away that nobody waits for any more: how it ends, if that is known, and what arrived.
    pub(crate) fn give_up(&self, id: Id) -> (Option<Result<Reply, Error>>, Vec<u8>) {
        self.state().give_up(id)
    }

    /// Nothing more will come.
    pub(crate) fn close(&self, closing: &Closing) {
        let mut state = self.state();
        if state.closed.is_none() {
            state.closed = Some(closing.clone());
        }
        for id in state.all() {
            state.fail(id, |method, arrived| closing.clone().error(method, arrived));
        }
    }
}

/// While it lives, somebody thinks, and no deadline passes.
pub(crate) struct StoppedClock(Arc<Inbox>);

impl Drop for StoppedClock {
    fn drop(&mut self) {
        self.0.state().answered();
    }
}
