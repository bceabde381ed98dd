//! Which request a reply answers, where one caller has the connection alone: an id that is bent or missing belongs to the
//! only request that waits, and what is not quite a reply is taken when nothing better comes. Among several callers this
//! would hand one of them another's answer; that is what strict matching is for.

use retort_core::{Body, Kind, Raw};

use super::given_up::Asked;
use super::state::State;
use super::{Id, number_of};
use crate::method::{DISCOVER, INITIALIZE, is_greeting};
use crate::reply::Reply;

/// What is larger is no greeting, no log line and not empty; looking for that would hold up everybody else.
const LARGEST_LOOKED_INTO: usize = 1 << 20;

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
    /// The request on whose stream something came, where that waits; the only one that waits otherwise.
    fn likely(&self, on: Option<Id>) -> Option<Id> {
        on.filter(|on| self.waits(*on)).or_else(|| self.only())
    }

    fn find(&self, reply: &Reply, on: Option<Id>) -> Match {
        let on = self.likely(on);
        let message = reply.message();
        let id = message.id.as_ref().and_then(|id| number_of(id.as_str()));
        // What answers a greeting shows it, whatever its id.
        let may_greet = reply.bytes.len() <= LARGEST_LOOKED_INTO;
        let answers = if may_greet { greeting_answered_by(&message.body) } else { None };
        let asked = answers.and_then(|method| self.waiting_for(method));
        match id {
            Some(id) if self.waits(id) => Match::Sure(asked.filter(|_| !self.is_call(id)).unwrap_or(id)),
            Some(id) if self.given_up.get(id) == Some(Asked::Greeting) => match (asked, &message.body) {
                (Some(asked), _) => Match::Sure(asked),
                (None, Body::Result(_)) if answers.is_none() => on.map_or(Match::None, Match::Late),
                (None, _) => Match::Greeted(Some(id)),
            },
            Some(id) if self.given_up.get(id).is_some() => Match::None,
            Some(id) if self.was_given(id) => on.map_or(Match::None, Match::Late),
            // A reply with an id that nobody gave, or none at all, answers the only question there is.
            _ if asked.is_some() => asked.map_or(Match::None, Match::Sure),
            _ if answers.is_some() && self.given_up.has_greetings() => Match::Greeted(None),
            _ => on.or_else(|| self.first_greeting()).map_or(Match::None, Match::Sure),
        }
    }

    /// The request for a method that waits.
    fn waiting_for(&self, method: &str) -> Option<Id> {
        self.requests.iter().find(|(_, request)| request.method == method).map(|(id, _)| *id)
    }

    /// The first of several greetings, where nothing else waits: a server that leaves out ids answers in order.
    fn first_greeting(&self) -> Option<Id> {
        let all = self.requests.values().all(|request| is_greeting(&request.method));
        self.requests.keys().next().copied().filter(|_| all)
    }

    fn is_call(&self, id: Id) -> bool {
        self.requests.get(&id).is_some_and(|request| !is_greeting(&request.method))
    }

    /// A result or an error came.
    pub(super) fn reply_leniently(&mut self, reply: Reply, on: Option<Id>) {
        let found = self.find(&reply, on);
        // A server may say that it has understood before it says anything else.
        let is_short = reply.bytes.len() <= LARGEST_LOOKED_INTO;
        let says_nothing = is_short && matches!(&reply.message().body, Body::Result(result) if is_empty(&result.raw));
        match found {
            Match::Sure(id) if says_nothing && self.is_call(id) => self.take_for_now(id, reply),
            Match::Sure(id) => self.answer(id, reply),
            Match::Late(id) if self.is_call(id) => self.take_for_now(id, reply),
            Match::Greeted(id) => self.given_up.greeting_answered(id),
            Match::Late(_) | Match::None => self.unclaimed.keep(&reply.bytes),
        }
    }

    fn take_for_now(&mut self, id: Id, reply: Reply) {
        if let Some(request) = self.requests.get_mut(&id) {
            request.take_for_now(reply);
        }
    }

    /// Something that is neither a result nor an error: it may be the payload, if nothing better comes.
    pub(super) fn unsure(&mut self, reply: Reply, on: Option<Id>) {
        self.unclaimed.keep(&reply.bytes);
        let is_json = matches!(reply.message().body, Body::Payload(_)) || reply.message().body.method().is_some();
        let id = self.likely(on);
        let Some(request) = id.and_then(|id| self.requests.get_mut(&id)) else { return };
        // Text between messages is a log, unless it came as the answer to this request alone, or was meant as one.
        let is_meant = memchr::memmem::find(&reply.bytes, b"jsonrpc").is_some();
        let is_short = reply.bytes.len() <= LARGEST_LOOKED_INTO;
        if is_short && is_log(&reply) || !is_json && on.is_none() && !is_meant {
            return;
        }
        request.take_if_better(reply, is_meant, |kept| is_json && matches!(kept.message().body, Body::Text(_)));
    }
}

/// The greeting that a result answers, where it shows.
fn greeting_answered_by(body: &Body) -> Option<&'static str> {
    let Body::Result(result) = body else { return None };
    let has = |key: &str| result.raw.get(key).is_some();
    match (has("supportedVersions"), has("protocolVersion")) {
        (true, false) => Some(DISCOVER),
        (false, true) if has("capabilities") || has("serverInfo") => Some(INITIALIZE),
        _ => None,
    }
}

/// Whether a result says nothing at all.
fn is_empty(result: &Raw) -> bool {
    result.is_blank() || result.kind() == Kind::Object && result.members().next().is_none()
}

/// Whether JSON on a line of its own is what loggers write.
fn is_log(reply: &Reply) -> bool {
    let Body::Payload(raw) = &reply.message().body else { return false };
    let has = |names: &[&str]| names.iter().any(|name| raw.get(name).is_some());
    has(&["level", "severity", "levelname", "lvl"]) && has(&["msg", "message", "event", "text"])
}
