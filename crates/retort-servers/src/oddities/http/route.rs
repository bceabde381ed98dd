//! What a request gets: a sound answer, an odd one, or a stream.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

use super::request::Request;
use super::session::{Session, Sessions};
use crate::oddities::call::Call;
use crate::oddities::case::Case;
use crate::oddities::cases::endpoint_event;
use crate::oddities::protocol::{Asked, OwnRequests, asked};
use crate::oddities::script::{Way, event, lasting_response};

/// What a request gets.
pub(super) enum Reply {
    /// A response behind which the connection goes on.
    Sound(Vec<u8>),
    /// The legacy transport's: the response, and the answer on the stream.
    SoundOnStream {
        accepted: Vec<u8>,
        events: Vec<u8>,
        session: Arc<Session>,
    },
    Odd {
        case: &'static Case,
        way: Way,
        call: Call,
        session: Arc<Session>,
    },
    /// A session's own stream; the legacy session of this id ends with it.
    Stream {
        first: Option<Vec<u8>>,
        session: Arc<Session>,
        ends: Option<String>,
    },
}

/// What all connections share.
pub(super) struct Server {
    address: SocketAddr,
    numbers: AtomicU64,
    streamable: Sessions,
    pub(super) legacy: Sessions,
    pub(super) own: OwnRequests,
}

const JSON: (&str, &str) = ("Content-Type", "application/json");
const SESSION: &str = "mcp-session-id";

impl Server {
    pub(super) fn new(address: SocketAddr) -> Self {
        Self {
            address,
            numbers: AtomicU64::new(0),
            streamable: Sessions::default(),
            legacy: Sessions::default(),
            own: OwnRequests::default(),
        }
    }

    fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    pub(super) fn route(&self, request: &Request) -> Reply {
        if request.header("origin").is_some_and(|origin| !is_local(origin)) {
            return refused("403 Forbidden", "only pages of this machine may call the oddities server");
        }
        match (request.method.as_str(), request.path()) {
            ("POST", "/mcp") => self.streamable(request, Path::Usual),
            ("POST", "/mcp/moved") => self.streamable(request, Path::Moved),
            ("POST", "/mcp/loop") => self.streamable(request, Path::Loop),
            ("GET", "/mcp") => self.stream(request),
            ("DELETE", "/mcp") => {
                self.streamable.end(request.header(SESSION).unwrap_or_default());
                Reply::Sound(lasting_response("200 OK", &[], b""))
            }
            ("GET", "/sse") => self.legacy_stream(request),
            ("POST", "/message") => self.legacy_post(request),
            (_, "/mcp" | "/sse" | "/message") => refused("405 Method Not Allowed", "this path has other methods"),
            _ => refused("404 Not Found", "the oddities server is at /mcp, and at /sse for the legacy transport"),
        }
    }

    fn streamable(&self, request: &Request, path: Path) -> Reply {
        match asked(&request.body) {
            Asked::Nothing => accepted(),
            Asked::Answered(id) => {
                self.own.answered(&id);
                accepted()
            }
            Asked::Answer(answer) => sound(&answer, &[]),
            Asked::Initialize(answer) => sound(&answer, &[("Mcp-Session-Id", &format!("oddities-{}", self.number()))]),
            Asked::Call { case, id } => {
                let session = self.streamable.of(request.header(SESSION).unwrap_or_default());
                let way = if request.query() == "stream" { Way::Events } else { Way::Json };
                let call = self.call(case, &id, &session);
                match path {
                    Path::Usual => Reply::Odd { case, way, call, session },
                    Path::Moved => Reply::Sound(lasting_response("200 OK", &[JSON], &call.reply())),
                    Path::Loop => {
                        let again = [("Location", "/mcp/loop")];
                        Reply::Sound(lasting_response("307 Temporary Redirect", &again, b""))
                    }
                }
            }
        }
    }

    fn call(&self, case: &'static Case, id: &str, session: &Session) -> Call {
        Call { attempt: session.attempt(case.name), number: self.number(), ..Call::new(id, case.text()) }
    }

    /// The stream of a GET: what was held back behind an event, or else the session's own.
    fn stream(&self, request: &Request) -> Reply {
        let session = self.streamable.of(request.header(SESSION).unwrap_or_default());
        let kept = request.header("last-event-id").and_then(|event| session.kept(event));
        match kept {
            Some(events) => {
                let headers = [("Content-Type", "text/event-stream"), ("Cache-Control", "no-cache")];
                Reply::Sound(lasting_response("200 OK", &headers, &events))
            }
            None => Reply::Stream { first: None, session, ends: None },
        }
    }

    fn legacy_stream(&self, request: &Request) -> Reply {
        let id = format!("oddities-{}", self.number());
        let session = self.legacy.of(&id);
        let first = endpoint_event(&request.target)
            .replace("$endpoint", &format!("/message?session={id}"))
            .replace("$origin", &format!("http://{}", self.address));
        Reply::Stream { first: Some(first.into_bytes()), session, ends: Some(id) }
    }

    fn legacy_post(&self, request: &Request) -> Reply {
        let id = request.query().strip_prefix("session=").unwrap_or_default();
        let Some(session) = self.legacy.known(id) else {
            return refused("404 Not Found", "there is no such session; its stream has ended");
        };
        match asked(&request.body) {
            Asked::Nothing => accepted(),
            Asked::Answered(id) => {
                self.own.answered(&id);
                accepted()
            }
            Asked::Answer(answer) | Asked::Initialize(answer) => {
                let events = event(answer.to_string().as_bytes());
                Reply::SoundOnStream { accepted: lasting_response("202 Accepted", &[], b""), events, session }
            }
            Asked::Call { case, id } => {
                let call = self.call(case, &id, &session);
                Reply::Odd { case, way: Way::Legacy, call, session }
            }
        }
    }
}

/// Where a call was sent: redirects lead away from the usual path.
#[derive(Clone, Copy)]
enum Path {
    Usual,
    Moved,
    Loop,
}

/// Whether a page of this machine asks, or something that is no browser's page of elsewhere.
fn is_local(origin: &str) -> bool {
    let host = origin.split_once("://").map_or(origin, |(_, host)| host);
    let (name, port) = host.rsplit_once(':').unwrap_or((host, ""));
    let name = if port.ends_with(']') { host } else { name };
    let address = name.trim_matches(['[', ']']).parse::<IpAddr>();
    name == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

fn accepted() -> Reply {
    Reply::Sound(lasting_response("202 Accepted", &[], b""))
}

fn sound(answer: &Value, headers: &[(&str, &str)]) -> Reply {
    let headers = [&[JSON], headers].concat();
    Reply::Sound(lasting_response("200 OK", &headers, answer.to_string().as_bytes()))
}

fn refused(status: &str, words: &str) -> Reply {
    let words = format!("{words}\n");
    Reply::Sound(lasting_response(status, &[("Content-Type", "text/plain")], words.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_machine_are_local() {
        for origin in
            ["http://localhost", "http://localhost:3000", "http://127.0.0.1:80", "http://[::1]", "http://[::1]:80"]
        {
            assert!(is_local(origin), "{origin}");
        }
        for origin in ["http://example.org", "http://127.example.org", "http://localhost.example.org:80", "null", ""] {
            assert!(!is_local(origin), "{origin}");
        }
    }
}
