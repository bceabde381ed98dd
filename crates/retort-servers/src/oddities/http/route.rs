//! What a request gets: a sound answer, an odd one, or a stream.

#![expect(clippy::result_large_err, reason = "an answer is made once for a request, and goes straight to the client")]

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use http::StatusCode;
use retort_server::http::{Answer, Request, Site, busy, fault, plain};
use retort_server::room::{Full, Place, Weight, id_in_use, weight};
use serde_json::{Value, json};
use tokio::sync::OwnedSemaphorePermit;

use super::session::{Session, Sessions};
use crate::oddities::call::Call;
use crate::oddities::case::Case;
use crate::oddities::cases::endpoint_event;
use crate::oddities::protocol::{Asked, OwnRequests, asked};
use crate::oddities::script::{Way, event, lasting_response};

/// What a request gets.
pub(super) enum Reply {
    /// What is said to a request that is not taken.
    Refused(Answer),
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
        place: Place,
    },
    /// A session's own stream; the legacy session of this id ends with it.
    Stream {
        first: Option<Vec<u8>>,
        session: Arc<Session>,
        ends: Option<String>,
        room: OwnedSemaphorePermit,
    },
}

/// What all connections share.
pub(super) struct Server {
    address: SocketAddr,
    numbers: AtomicU64,
    streamable: Sessions,
    pub(super) legacy: Sessions,
    pub(super) own: OwnRequests,
    pub(super) site: Arc<Site>,
}

const JSON: (&str, &str) = ("Content-Type", "application/json");
const SESSION: &str = "mcp-session-id";

/// Why a request is not taken.
type Taken<T> = Result<T, Answer>;

impl Server {
    pub(super) fn new(address: SocketAddr, site: Arc<Site>) -> Self {
        let most = site.limits().sessions;
        Self {
            address,
            numbers: AtomicU64::new(0),
            streamable: Sessions::new(most),
            legacy: Sessions::new(most),
            own: OwnRequests::default(),
            site,
        }
    }

    fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Ordering::Relaxed)
    }

    pub(super) fn route(&self, request: &mut Request) -> Reply {
        let target = request.target.clone();
        let reply = match (request.method.as_str(), target.path()) {
            ("POST", "/mcp") => self.streamable(request, Path::Usual),
            ("POST", "/mcp/moved") => self.streamable(request, Path::Moved),
            ("POST", "/mcp/loop") => self.streamable(request, Path::Loop),
            ("GET", "/mcp") => self.stream(request),
            ("DELETE", "/mcp") => {
                self.streamable.end(request.header(SESSION).unwrap_or_default());
                Ok(Reply::Sound(lasting_response("200 OK", &[], b"")))
            }
            ("GET", "/sse") => self.legacy_stream(request),
            ("POST", "/message") => self.legacy_post(request),
            (_, "/mcp" | "/sse" | "/message") => {
                Err(plain(StatusCode::METHOD_NOT_ALLOWED, "this path has other methods"))
            }
            _ => Err(plain(
                StatusCode::NOT_FOUND,
                "the oddities server is at /mcp, and at /sse for the legacy transport",
            )),
        };
        reply.unwrap_or_else(Reply::Refused)
    }

    /// What a message asks for, with the room that it takes.
    fn asked(&self, request: &mut Request) -> Taken<(Asked, Weight)> {
        let room = &self.site.room;
        let weight = weight(&request.body);
        if !room.can_hold(weight) {
            return Err(fault(StatusCode::BAD_REQUEST, -32600, &room.too_heavy(), None));
        }
        let mut held = room.for_bytes(weight - request.body.len()).map_err(|full| self.busy(full))?;
        if let Some(body) = request.weight.take() {
            held.merge(body);
        }
        match asked(&request.body) {
            Asked::Unread { code, words } => Err(fault(StatusCode::BAD_REQUEST, code, words, None)),
            asked => Ok((asked, held)),
        }
    }

    fn busy(&self, full: Full) -> Answer {
        busy(&self.site.room.words(full))
    }

    fn too_many_sessions(&self) -> Answer {
        busy(&format!("the server has {} sessions in use; try again later", self.site.limits().sessions))
    }

    fn streamable(&self, request: &mut Request, path: Path) -> Taken<Reply> {
        let (asked, weight) = self.asked(request)?;
        Ok(match asked {
            Asked::Nothing | Asked::Unread { .. } => accepted(),
            Asked::Answered(id) => {
                self.own.answered(&id);
                accepted()
            }
            Asked::Answer(answer) => sound(&answer, &[]),
            Asked::Initialize(answer) => sound(&answer, &[("Mcp-Session-Id", &format!("oddities-{}", self.number()))]),
            Asked::Call { case, id } => {
                let name = request.header(SESSION).unwrap_or_default();
                let session = self.streamable.of(name).ok_or_else(|| self.too_many_sessions())?;
                let way = if request.target.query() == Some("stream") { Way::Events } else { Way::Json };
                // Without a session no other request can be meant.
                let place = self.place(&id, weight, (!name.is_empty()).then_some(&session))?;
                let call = self.call(case, &id, &session);
                match path {
                    Path::Usual => Reply::Odd { case, way, call, session, place },
                    Path::Moved => Reply::Sound(lasting_response("200 OK", &[JSON], &call.reply())),
                    Path::Loop => {
                        let again = [("Location", "/mcp/loop")];
                        Reply::Sound(lasting_response("307 Temporary Redirect", &again, b""))
                    }
                }
            }
        })
    }

    /// A place for a call.
    fn place(&self, id: &str, weight: Weight, session: Option<&Arc<Session>>) -> Taken<Place> {
        let in_use = || {
            let data = serde_json::from_str::<Value>(id).map(|id| json!({ "id": id })).ok();
            fault(StatusCode::BAD_REQUEST, -32600, &id_in_use(id), data)
        };
        let id = session.map(|session| session.ids.open(id.to_owned()).ok_or_else(in_use)).transpose()?;
        self.site.room.try_place(weight, id).map_err(|full| self.busy(full))
    }

    fn call(&self, case: &'static Case, id: &str, session: &Session) -> Call {
        Call { attempt: session.attempt(case.name), number: self.number(), ..Call::new(id, case.text()) }
    }

    /// The stream of a GET: what was held back behind an event, or else the session's own.
    fn stream(&self, request: &Request) -> Taken<Reply> {
        let session = self.streamable.of(request.header(SESSION).unwrap_or_default());
        let session = session.ok_or_else(|| self.too_many_sessions())?;
        let kept = request.header("last-event-id").and_then(|event| session.kept(event));
        Ok(match kept {
            Some(events) => {
                let headers = [("Content-Type", "text/event-stream"), ("Cache-Control", "no-cache")];
                Reply::Sound(lasting_response("200 OK", &headers, &events))
            }
            None => Reply::Stream { first: None, session, ends: None, room: self.stream_room()? },
        })
    }

    fn stream_room(&self) -> Taken<OwnedSemaphorePermit> {
        self.site.room.stream().map_err(|full| self.busy(full))
    }

    fn legacy_stream(&self, request: &Request) -> Taken<Reply> {
        let room = self.stream_room()?;
        let id = format!("oddities-{}", self.number());
        let session = self.legacy.of(&id).ok_or_else(|| self.too_many_sessions())?;
        let first = endpoint_event(&request.target.to_string())
            .replace("$endpoint", &format!("/message?session={id}"))
            .replace("$origin", &format!("http://{}", self.address));
        Ok(Reply::Stream { first: Some(first.into_bytes()), session, ends: Some(id), room })
    }

    fn legacy_post(&self, request: &mut Request) -> Taken<Reply> {
        let id = request.target.query().and_then(|query| query.strip_prefix("session=")).unwrap_or_default();
        let Some(session) = self.legacy.known(id) else {
            return Err(plain(StatusCode::NOT_FOUND, "there is no such session; its stream has ended"));
        };
        let (asked, weight) = self.asked(request)?;
        Ok(match asked {
            Asked::Nothing | Asked::Unread { .. } => accepted(),
            Asked::Answered(id) => {
                self.own.answered(&id);
                accepted()
            }
            Asked::Answer(answer) | Asked::Initialize(answer) => {
                let events = event(answer.to_string().as_bytes());
                Reply::SoundOnStream { accepted: lasting_response("202 Accepted", &[], b""), events, session }
            }
            Asked::Call { case, id } => {
                let place = self.place(&id, weight, Some(&session))?;
                let call = self.call(case, &id, &session);
                Reply::Odd { case, way: Way::Legacy, call, session, place }
            }
        })
    }
}

/// Where a call was sent: redirects lead away from the usual path.
#[derive(Clone, Copy)]
enum Path {
    Usual,
    Moved,
    Loop,
}

fn accepted() -> Reply {
    Reply::Sound(lasting_response("202 Accepted", &[], b""))
}

fn sound(answer: &Value, headers: &[(&str, &str)]) -> Reply {
    let headers = [&[JSON], headers].concat();
    Reply::Sound(lasting_response("200 OK", &headers, answer.to_string().as_bytes()))
}
