//! All requests that wait, all questions that are open, and what is known of those that are over.

use std::collections::BTreeMap;
use std::sync::Arc;

use retort_core::Reading;
use tokio::sync::{Notify, oneshot};
use tokio::time::Instant;

use super::given_up::{Asked, GivenUp};
use super::request::{Ending, Request, Times};
use super::unclaimed::Unclaimed;
use super::{Closing, Id, number_of};
use crate::error::Error;
use crate::handler::Cancellation;
use crate::method::{is_greeting, may_ask};
use crate::reply::Reply;

/// What waits, and what has arrived for nobody.
#[derive(Default)]
pub(super) struct State {
    last: Id,
    pub(super) requests: BTreeMap<Id, Request>,
    pub(super) given_up: GivenUp,
    /// The questions of the other side that are open, by their ids.
    pub(super) questions: BTreeMap<String, Arc<Cancellation>>,
    /// How many clocks stand still.
    pub(super) stopped: usize,
    /// Why nothing more will come.
    pub(super) closed: Option<Closing>,
    /// What arrived and answers nothing.
    pub(super) unclaimed: Unclaimed,
}

/// The other end of a request that waits.
pub(crate) struct Ticket {
    pub(crate) id: Id,
    pub(crate) reply: oneshot::Receiver<Ending>,
    /// Told when the deadline comes nearer.
    pub(crate) hurried: Arc<Notify>,
}

/// What is left of a request that nobody waits for any more.
#[derive(Default)]
pub(crate) struct Remains {
    pub(crate) method: String,
    /// What came closest to a reply, or what went wrong, if anything did.
    pub(crate) ending: Option<Ending>,
    /// What arrived for nobody.
    pub(crate) arrived: Vec<u8>,
    /// Whether it had all the time that there is.
    pub(crate) is_overtime: bool,
}

impl State {
    /// The id for the next request. It is never given twice.
    pub(super) fn next_id(&mut self) -> Id {
        self.last += 1;
        self.last
    }

    pub(super) fn expect(&mut self, id: Id, method: &str, token: Option<String>, times: Times) -> Ticket {
        let (request, reply, hurried) = Request::new(method, token, times);
        match self.closed.clone() {
            Some(closing) => request.fail(|method| closing.error(method, self.unclaimed.take())),
            None => {
                self.requests.insert(id, request);
            }
        }
        Ticket { id, reply, hurried }
    }

    pub(super) fn waits(&self, id: Id) -> bool {
        self.requests.contains_key(&id)
    }

    /// Whether an id was given to some request, which may be over.
    pub(super) fn was_given(&self, id: Id) -> bool {
        (1..=self.last).contains(&id)
    }

    /// When the time of a request is over.
    pub(super) fn due(&self, id: Id) -> Option<Instant> {
        self.requests.get(&id).and_then(Request::due)
    }

    pub(super) fn all(&self) -> Vec<Id> {
        self.requests.keys().copied().collect()
    }

    /// The only request that waits.
    pub(super) fn only(&self) -> Option<Id> {
        match self.requests.len() {
            1 => self.requests.keys().next().copied(),
            _ => None,
        }
    }

    /// A reply to the request with this id, and to no other. Gives whether anybody waits for it.
    pub(super) fn reply_strictly(&mut self, reply: Reply, id: Option<Id>) -> bool {
        let Some(id) = id.filter(|id| self.waits(*id)) else {
            self.unclaimed.keep(&reply.bytes);
            return false;
        };
        self.answer(id, reply);
        true
    }

    pub(super) fn answer(&mut self, id: Id, reply: Reply) {
        if let Some(request) = self.requests.remove(&id) {
            request.answer(reply);
        }
    }

    /// Ends a wait with what came closest to a reply, or with an error made from the method and what arrived.
    pub(super) fn fail(&mut self, id: Id, why: impl FnOnce(String, Vec<u8>) -> Error) {
        if let Some(request) = self.requests.remove(&id) {
            request.fail(|method| why(method, self.unclaimed.take()));
        }
    }

    pub(super) fn doom(&mut self, id: Id, error: Error) {
        if let Some(request) = self.requests.get_mut(&id) {
            request.doom(error);
        }
    }

    /// Takes a request away that nobody waits for any more.
    pub(super) fn give_up(&mut self, id: Id) -> Option<Remains> {
        let request = self.requests.remove(&id)?;
        let is_overtime = request.is_overtime();
        let (method, ending) = request.give_up();
        self.given_up.insert(id, if is_greeting(&method) { Asked::Greeting } else { Asked::Other });
        Some(Remains { method, ending, arrived: self.unclaimed.take(), is_overtime })
    }

    /// Progress for whoever carries this token: the request has its time again.
    pub(super) fn progress(&mut self, token: &str) -> Option<Id> {
        let id = self.with_token(token)?;
        self.requests.get_mut(&id)?.goes_on();
        Some(id)
    }

    /// The request that carries a progress token. A number and the same number as a string are one token to a server that is
    /// careless.
    fn with_token(&self, token: &str) -> Option<Id> {
        let carries = |request: &Request| request.token.as_deref().is_some_and(|own| own == token);
        let exact = self.requests.iter().find(|(_, request)| carries(request)).map(|(id, _)| *id);
        let own =
            |id: &Id| self.requests.get(id).is_some_and(|request| request.token.as_deref() == Some(&id.to_string()));
        exact.or_else(|| number_of(token).filter(own))
    }

    /// The requests that a question of the other side may belong to: the one on whose stream it came, or whose progress
    /// token it names; otherwise those that may ask something while they are answered.
    pub(super) fn askers(&self, on: Option<Id>, token: Option<&str>) -> Vec<Id> {
        let known = on.filter(|on| self.waits(*on)).or_else(|| token.and_then(|token| self.with_token(token)));
        if let Some(id) = known {
            return vec![id];
        }
        let may = self.requests.iter().filter(|(_, request)| may_ask(&request.method)).map(|(id, _)| *id);
        let may: Vec<Id> = may.collect();
        if may.is_empty() { self.only().into_iter().collect() } else { may }
    }

    /// Whether what was read so far holds the reply to a request.
    pub(super) fn is_for(&self, id: Id, reading: &Reading) -> bool {
        reading.messages.iter().filter(|message| message.is_response()).any(|message| {
            match message.id.as_ref().and_then(|id| number_of(id.as_str())) {
                Some(number) => number == id,
                None => self.only() == Some(id),
            }
        })
    }
}
