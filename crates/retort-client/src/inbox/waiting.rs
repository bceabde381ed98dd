//! Requests that wait: their deadlines, which progress and questions to a person move, and what may be their reply
//! if no better one comes.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use retort_core::{Body, Raw, Reading};
use tokio::sync::{oneshot, watch};
use tokio::time::Instant;

use super::{Closing, Id, Reply};
use crate::error::Error;

/// How long a reply that is not quite one waits for a better one.
const GRACE: Duration = Duration::from_secs(1);
/// A person may think this long about an answer; and no request may take longer.
const PATIENCE: Duration = Duration::from_hours(8760);
/// How much of what matches nothing is kept: the first bytes, and the last.
const KEPT: usize = 32 * 1024;
/// How many requests are remembered that nobody waits for any more.
const REMEMBERED: usize = 1024;

/// What waits, and what has arrived for nobody.
#[derive(Default)]
pub(super) struct State {
    next: Id,
    waiting: BTreeMap<Id, Waiting>,
    /// Requests that were given up; their replies are nobody else's.
    given_up: HashSet<Id>,
    /// Those among them that were greetings: each may still be answered once, which concerns nobody.
    greeted: HashSet<Id>,
    /// How many questions a person is being asked.
    questions: usize,
    /// Why nothing more will come.
    pub(super) closed: Option<Closing>,
    /// What arrived and answers nothing.
    unclaimed: Vec<u8>,
}

/// A request that waits for its reply.
struct Waiting {
    method: String,
    timeout: Duration,
    deadline: watch::Sender<Instant>,
    /// The time that is left, while the clock stands still.
    left: Option<Duration>,
    to: oneshot::Sender<Result<Reply, Error>>,
    /// What may be its reply if no better one comes.
    second_best: Option<Reply>,
    /// What went wrong with it, though a reply may still come.
    doom: Option<Error>,
}

impl Waiting {
    /// Gives it this long from now on.
    fn allow(&mut self, time: Duration) {
        match &mut self.left {
            Some(left) => *left = time,
            None => {
                self.deadline.send_replace(Instant::now() + time);
            }
        }
    }

    /// Waits only a little longer.
    fn hurry(&mut self) {
        let left = self.left.unwrap_or_else(|| self.deadline.borrow().saturating_duration_since(Instant::now()));
        if left > GRACE {
            self.allow(GRACE);
        }
    }

    fn stop_clock(&mut self) {
        self.left.get_or_insert(self.deadline.borrow().saturating_duration_since(Instant::now()));
        self.deadline.send_replace(Instant::now() + PATIENCE);
    }

    fn start_clock(&mut self) {
        if let Some(left) = self.left.take() {
            self.deadline.send_replace(Instant::now() + left);
        }
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
    /// It answers a greeting that nobody waits for any more, since the other one was answered.
    Greeted(Option<Id>),
    None,
}

impl State {
    pub(super) fn expect(&mut self, method: &str, timeout: Duration) -> Ticket {
        self.next += 1;
        let id = self.next;
        let timeout = timeout.min(PATIENCE);
        let (to, reply) = oneshot::channel();
        let (sender, deadline) = watch::channel(Instant::now() + timeout);
        let mut waiting = Waiting {
            method: method.to_owned(),
            timeout,
            deadline: sender,
            left: None,
            to,
            second_best: None,
            doom: None,
        };
        if self.questions > 0 {
            waiting.stop_clock();
        }
        self.waiting.insert(id, waiting);
        if let Some(closing) = self.closed.clone() {
            self.fail(id, |method, arrived| closing.error(method, arrived));
        }
        Ticket { id, deadline, reply }
    }

    pub(super) fn waits(&self, id: Id) -> bool {
        self.waiting.contains_key(&id)
    }

    pub(super) fn all(&self) -> Vec<Id> {
        self.waiting.keys().copied().collect()
    }

    /// The only request that waits.
    fn only(&self) -> Option<Id> {
        match self.waiting.len() {
            1 => self.waiting.keys().next().copied(),
            _ => None,
        }
    }

    fn find(&self, reply: &Reply, on: Option<Id>) -> Match {
        let on = on.filter(|on| self.waits(*on)).or_else(|| self.only());
        let id = reply.message.id.as_ref().and_then(number_of);
        // What answers a greeting shows it, whatever its id.
        let answers = greeting_answered_by(&reply.message.body);
        let asked = answers.and_then(|method| self.waiting_for(method));
        match id {
            Some(id) if self.waits(id) => Match::Sure(asked.filter(|_| !self.is_call(id)).unwrap_or(id)),
            Some(id) if self.greeted.contains(&id) => match (asked, &reply.message.body) {
                (Some(asked), _) => Match::Sure(asked),
                (None, Body::Result(_)) if answers.is_none() => on.map_or(Match::None, Match::Late),
                (None, _) => Match::Greeted(Some(id)),
            },
            Some(id) if self.given_up.contains(&id) => Match::None,
            Some(id) if (1..=self.next).contains(&id) => on.map_or(Match::None, Match::Late),
            // A reply with an id that nobody gave, or none at all, answers the only question there is.
            _ if asked.is_some() => asked.map_or(Match::None, Match::Sure),
            _ if answers.is_some() && !self.greeted.is_empty() => Match::Greeted(None),
            _ => on.or_else(|| self.first_greeting()).map_or(Match::None, Match::Sure),
        }
    }

    /// The request for a method that waits.
    fn waiting_for(&self, method: &str) -> Option<Id> {
        self.waiting.iter().find(|(_, waiting)| waiting.method == method).map(|(id, _)| *id)
    }

    /// The first of several greetings, where nothing else waits: a server that leaves out ids answers in order.
    fn first_greeting(&self) -> Option<Id> {
        let all = self.waiting.values().all(|waiting| is_greeting(&waiting.method));
        self.waiting.keys().next().copied().filter(|_| all)
    }

    /// A result or an error came.
    pub(super) fn reply(&mut self, reply: Reply, on: Option<Id>) {
        let found = self.find(&reply, on);
        // A server may say that it has understood before it says anything else.
        let says_nothing = matches!(&reply.message.body, Body::Result(result) if is_empty(&result.raw));
        match found {
            Match::Sure(id) if says_nothing && self.is_call(id) => self.take_for_now(id, reply),
            Match::Sure(id) => self.answer(id, Ok(reply)),
            Match::Late(id) if self.is_call(id) => self.take_for_now(id, reply),
            Match::Greeted(Some(id)) => {
                self.greeted.remove(&id);
            }
            Match::Greeted(None) => self.greeted.clear(),
            Match::Late(_) | Match::None => self.keep(&reply.bytes),
        }
    }

    fn is_call(&self, id: Id) -> bool {
        self.waiting.get(&id).is_some_and(|waiting| !is_greeting(&waiting.method))
    }

    /// Keeps what may be the reply, and waits a little for a better one.
    fn take_for_now(&mut self, id: Id, reply: Reply) {
        if let Some(waiting) = self.waiting.get_mut(&id) {
            waiting.second_best = Some(reply);
            waiting.hurry();
        }
    }

    /// Something that is neither a result nor an error: it may be the payload, if nothing better comes.
    pub(super) fn unsure(&mut self, reply: Reply, on: Option<Id>) {
        self.keep(&reply.bytes);
        let is_json = matches!(reply.message.body, Body::Payload(_)) || reply.message.body.method().is_some();
        let id = on.filter(|on| self.waits(*on)).or_else(|| self.only());
        let Some(waiting) = id.and_then(|id| self.waiting.get_mut(&id)) else { return };
        // Text between messages is a log, unless it came as the answer to this request alone, or was meant as one.
        let meant = memchr::memmem::find(&reply.bytes, b"jsonrpc").is_some();
        if is_log(&reply) || !is_json && on.is_none() && !meant {
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

    fn answer(&mut self, id: Id, reply: Result<Reply, Error>) {
        if let Some(waiting) = self.waiting.remove(&id) {
            // Whoever asked may have gone.
            let _ = waiting.to.send(reply);
        }
    }

    /// Ends a wait with what came closest to a reply, or with an error made from the method and what arrived.
    pub(super) fn fail(&mut self, id: Id, why: impl FnOnce(String, Vec<u8>) -> Error) {
        let Some(mut waiting) = self.waiting.remove(&id) else { return };
        let reply = match (waiting.second_best.take(), waiting.doom.take()) {
            (Some(reply), _) => Ok(reply),
            (None, Some(error)) => Err(error),
            (None, None) => Err(why(std::mem::take(&mut waiting.method), std::mem::take(&mut self.unclaimed))),
        };
        let _ = waiting.to.send(reply);
    }

    /// Something went wrong, but a reply may come on another way: that is waited for a little.
    pub(super) fn doom(&mut self, id: Id, error: Error) {
        if let Some(waiting) = self.waiting.get_mut(&id) {
            waiting.doom = Some(error);
            waiting.hurry();
        }
    }

    /// Takes a request away that nobody waits for any more: what came closest to a reply, or what went wrong, if
    /// anything did, and what arrived.
    pub(super) fn give_up(&mut self, id: Id) -> (Option<Result<Reply, Error>>, Vec<u8>) {
        let Some(waiting) = self.waiting.remove(&id) else { return (None, Vec::new()) };
        if self.given_up.len() < REMEMBERED {
            self.given_up.insert(id);
            if is_greeting(&waiting.method) {
                self.greeted.insert(id);
            }
        }
        let end = waiting.second_best.map(Ok).or(waiting.doom.map(Err));
        (end, std::mem::take(&mut self.unclaimed))
    }

    /// Progress: the request has its time again.
    pub(super) fn goes_on(&mut self, id: Id) {
        if let Some(waiting) = self.waiting.get_mut(&id) {
            let timeout = waiting.timeout;
            waiting.allow(timeout);
        }
    }

    /// A person is asked: no clock runs meanwhile.
    pub(super) fn ask(&mut self) {
        self.questions += 1;
        if self.questions == 1 {
            self.waiting.values_mut().for_each(Waiting::stop_clock);
        }
    }

    /// Whether a person is being asked.
    pub(super) fn is_asking(&self) -> bool {
        self.questions > 0
    }

    /// A person has answered.
    pub(super) fn answered(&mut self) {
        self.questions = self.questions.saturating_sub(1);
        if self.questions == 0 {
            self.waiting.values_mut().for_each(Waiting::start_clock);
        }
    }

    /// Keeps what may have to be shown: the beginning and the end of it.
    pub(super) fn keep(&mut self, bytes: &[u8]) {
        let shown = bytes.get(..2 * KEPT).unwrap_or(bytes);
        self.unclaimed.extend_from_slice(shown);
        if shown.last() != Some(&b'\n') {
            self.unclaimed.push(b'\n');
        }
        if self.unclaimed.len() > 4 * KEPT {
            let end = self.unclaimed.len() - KEPT;
            self.unclaimed.drain(KEPT..end);
        }
    }

    /// Whether what was read so far holds the reply to a request.
    pub(super) fn is_for(&self, id: Id, reading: &Reading) -> bool {
        reading.messages.iter().filter(|message| message.is_response()).any(|message| {
            match message.id.as_ref().and_then(number_of) {
                Some(number) => number == id,
                None => self.only() == Some(id),
            }
        })
    }
}

/// Whether a method is one of the first words.
pub(crate) fn is_greeting(method: &str) -> bool {
    matches!(method, "initialize" | "server/discover")
}

/// The greeting that a result answers, where it shows.
fn greeting_answered_by(body: &Body) -> Option<&'static str> {
    let Body::Result(result) = body else { return None };
    let has = |key: &str| result.raw.get(key).is_some();
    match (has("supportedVersions"), has("protocolVersion")) {
        (true, false) => Some("server/discover"),
        (false, true) if has("capabilities") || has("serverInfo") => Some("initialize"),
        _ => None,
    }
}

/// The number that an id stands for: 7, "7" and 7.0 are the same to a server that is careless.
pub(super) fn number_of(id: &Raw) -> Option<Id> {
    let text = id.to_plain();
    let text = text.trim();
    text.strip_suffix(".0").unwrap_or(text).parse().ok()
}

/// Whether a result says nothing at all.
fn is_empty(result: &Raw) -> bool {
    result.is_blank() || result.kind() == retort_core::Kind::Object && result.members().next().is_none()
}

/// Whether JSON on a line of its own is what loggers write.
fn is_log(reply: &Reply) -> bool {
    let Body::Payload(raw) = &reply.message.body else { return false };
    let has = |names: &[&str]| names.iter().any(|name| raw.get(name).is_some());
    has(&["level", "severity", "levelname", "lvl"]) && has(&["msg", "message", "event", "text"])
}
