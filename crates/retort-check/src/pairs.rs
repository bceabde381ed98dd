//! Who said what: which messages are the server's, and which request each of them answers. Both sides count their
//! requests for themselves, so the same id may be open on both.

use std::collections::{BTreeSet, HashMap, VecDeque};

use retort_core::{Body, Direction, Kind, Message, Raw};

/// One end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    Client,
    Server,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Client => Self::Server,
            Self::Server => Self::Client,
        }
    }
}

/// What only servers ask for and tell.
const OF_SERVERS: [&str; 9] = [
    "sampling/createMessage",
    "elicitation/create",
    "roots/list",
    "notifications/message",
    "notifications/tools/list_changed",
    "notifications/prompts/list_changed",
    "notifications/resources/list_changed",
    "notifications/resources/updated",
    "notifications/elicitation/complete",
];

/// What a message asks or tells: its method and its parameters. What was sent and is no message asks for something too; it has
/// no method.
pub(crate) fn question(message: &Message) -> Option<(&str, Option<&Raw>)> {
    match &message.body {
        Body::Text(_) if message.direction == Some(Direction::Sent) => Some(("", None)),
        body => Some((body.method()?, body.params())),
    }
}

/// What is known of one message.
#[derive(Clone, Copy, Debug)]
struct Pair {
    side: Side,
    /// The request that it answers.
    request: Option<usize>,
    /// The earlier answer to the same request.
    earlier: Option<usize>,
    /// For a request: its first answer.
    answer: Option<usize>,
}

/// What is known of all messages.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    pairs: Vec<Pair>,
}

impl Pairs {
    pub(crate) fn of(messages: &[Message]) -> Self {
        let mut found = Self { pairs: Vec::with_capacity(messages.len()) };
        // The last request with an id, answered or not, and how many of the client's wait for an answer.
        let mut asked: HashMap<(Side, String), usize> = HashMap::new();
        let mut unreadable: VecDeque<usize> = VecDeque::new();
        let mut waiting: BTreeSet<usize> = BTreeSet::new();
        for (at, message) in messages.iter().enumerate() {
            let id = message.id.as_ref().filter(|id| id.kind() != Kind::Null).map(|id| id.to_plain().into_owned());
            let mut pair = Pair { side: Side::Server, request: None, earlier: None, answer: None };
            match (&message.body, id) {
                (Body::Text(_), _) if question(message).is_some() => {
                    pair.side = Side::Client;
                    unreadable.push_back(at);
                }
                (Body::Request { method, .. } | Body::Notification { method, .. }, id) => {
                    pair.side = asking_side(message, method);
                    if let Some(id) = id {
                        if pair.side == Side::Client {
                            waiting.insert(at);
                        }
                        asked.insert((pair.side, id), at);
                    }
                }
                (_, Some(id)) => {
                    let of = |side| asked.get(&(side, id.clone())).copied();
                    let open = |side| of(side).filter(|at| !found.is_answered(*at));
                    pair.side = match message.direction {
                        Some(direction) => side_of(direction),
                        // The last question comes first: a server asks while it is asked.
                        None if open(Side::Server) > open(Side::Client) => Side::Client,
                        None => Side::Server,
                    };
                    let request = of(pair.side.other());
                    pair.earlier = request.and_then(|request| found.pairs.get(request)?.answer);
                    pair.request = request.filter(|_| pair.earlier.is_none());
                }
                // An answer without an id belongs to what could not be read, or to the only question that is open.
                (body, None) => {
                    pair.side = message.direction.map_or(Side::Server, side_of);
                    let first = || unreadable.front().copied().filter(|_| matches!(body, Body::Error(_)));
                    let only = || waiting.first().copied().filter(|_| waiting.len() == 1);
                    pair.request = if pair.side == Side::Server { first().or_else(only) } else { None };
                    if pair.request.is_some() && pair.request == unreadable.front().copied() {
                        unreadable.pop_front();
                    }
                }
            }
            if let Some(request) = pair.request {
                waiting.remove(&request);
                if let Some(request) = found.pairs.get_mut(request) {
                    request.answer = Some(at);
                }
            }
            found.pairs.push(pair);
        }
        found
    }

    pub(crate) fn side(&self, at: usize) -> Side {
        self.pairs.get(at).map_or(Side::Server, |pair| pair.side)
    }

    pub(crate) fn request(&self, at: usize) -> Option<usize> {
        self.pairs.get(at)?.request
    }

    pub(crate) fn earlier(&self, at: usize) -> Option<usize> {
        self.pairs.get(at)?.earlier
    }

    pub(crate) fn is_answered(&self, at: usize) -> bool {
        self.pairs.get(at).is_some_and(|pair| pair.answer.is_some())
    }
}

fn side_of(direction: Direction) -> Side {
    match direction {
        Direction::Received => Side::Server,
        _ => Side::Client,
    }
}

fn asking_side(message: &Message, method: &str) -> Side {
    match message.direction {
        Some(direction) => side_of(direction),
        None if OF_SERVERS.contains(&method) => Side::Server,
        None => Side::Client,
    }
}

#[cfg(test)]
mod tests {
    use retort_core::read;

    use super::*;

    #[test]
    fn both_sides_count_for_themselves() {
        let said = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask"}}
{"jsonrpc": "2.0", "id": 1, "method": "roots/list"}
{"jsonrpc": "2.0", "id": 1, "result": {"roots": []}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}
{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}"#;
        let pairs = Pairs::of(&read(said).messages);
        assert_eq!((0..5).map(|at| pairs.request(at)).collect::<Vec<_>>(), [None, None, Some(1), Some(0), None]);
        assert_eq!(pairs.side(2), Side::Client);
        assert_eq!(pairs.earlier(4), Some(3));
    }

    #[test]
    fn what_could_not_be_read_is_answered_without_an_id() {
        let said = r#"{"time": "t", "direction": "sent", "message": {"jsonrpc": "2.0", "id": 1, "method": "ping"}}
{"time": "t", "direction": "sent", "text": "{\"jsonrpc\": "}
{"time": "t", "direction": "received", "message": {"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error"}}}
{"time": "t", "direction": "received", "message": {"jsonrpc": "2.0", "id": 1, "result": {}}}"#;
        let reading = read(said);
        assert!(reading.oddities.is_empty(), "{:?}", reading.oddities);
        let pairs = Pairs::of(&reading.messages);
        assert_eq!((0..4).map(|at| pairs.request(at)).collect::<Vec<_>>(), [None, None, Some(1), Some(0)]);
    }
}
