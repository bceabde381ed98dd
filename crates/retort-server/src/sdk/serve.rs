//! A server over any pair of streams, which is stdio or a pipe inside a process, and over streamable HTTP.

#![expect(clippy::result_large_err, reason = "an answer is made once for a request, and goes straight to the client")]

use std::future::Future;
use std::sync::Arc;

use bytes::Bytes;
use http::{Method, StatusCode};
use http_body_util::Full;
use rmcp::ServerHandler;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, JsonRpcMessage, RequestId};
use rmcp::service::{QuitReason, ServerInitializeError, ServiceExt};
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::OwnedSemaphorePermit;

use crate::Error;
use crate::http::{self as site, Answer, Connection, Request, Site};
use crate::limits::Limits;
use crate::room::{Full as NoRoom, Place, Room, Told, id_in_use, weight};

use super::lines::Lines;
use super::sessions::{InUse, Sessions};

/// Where the HTTP server answers.
const ENDPOINT: &str = "/mcp";

/// Serves one client over a pair of streams, one message a line, until it closes its end.
///
/// # Errors
///
/// Where the client does not open the connection as the protocol asks, or the connection breaks off.
pub async fn serve_stream<H, R, W>(server: H, read: R, write: W, limits: Limits) -> Result<(), Error>
where
    H: ServerHandler,
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let running = match server.serve(Lines::new(read, write, Room::new(limits))).await {
        Ok(running) => running,
        // A client that leaves before it has said anything is no failure.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(Error::Opening(error.to_string())),
    };
    match running.waiting().await {
        Ok(QuitReason::JoinError(error)) | Err(error) => Err(Error::Broken(error.to_string())),
        Ok(_) => Ok(()),
    }
}

/// Serves clients over streamable HTTP at `/mcp`, each session with a server of its own, in all revisions, until `stop` is
/// ready; calls that are still open then are cancelled.
///
/// Only requests to the loopback names, to the address of the listener and to [`Limits::hosts`] are answered, and of those
/// that come from a web page only the ones from such a name. So a page elsewhere cannot reach a server on its visitor's
/// machine.
///
/// # Errors
///
/// Where the listener has no address.
pub async fn serve_http<H: ServerHandler>(
    server: impl Fn() -> H + Send + Sync + 'static,
    listener: TcpListener,
    limits: Limits,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Error> {
    let mut config = StreamableHttpServerConfig::default().with_max_request_body_bytes(limits.message_bytes);
    // Who may ask is decided for all servers in one place, before a body is read.
    config = config.disable_allowed_hosts().disable_allowed_origins();
    let open_calls = config.cancellation_token.clone();
    let sessions = Sessions::new(&limits);
    let site = Site::new(&listener, limits)?;
    let service = StreamableHttpService::new(move || Ok(server()), Arc::clone(&sessions), config);
    let front = Arc::new(Front { service, sessions: Arc::clone(&sessions), site: Arc::clone(&site) });
    let stop = async move {
        stop.await;
        open_calls.cancel();
    };
    let serving = site::serve(listener, site, stop, move |connection| Arc::clone(&front).serve(connection));
    tokio::select! {
        () = serving => {}
        () = sessions.sweep() => {}
    }
    Ok(())
}

/// What stands before rmcp's service: it reads what came, and lets in what there is room for.
struct Front<H> {
    service: StreamableHttpService<H, Sessions>,
    sessions: Arc<Sessions>,
    site: Arc<Site>,
}

/// What a request holds until it is answered.
#[derive(Default)]
struct Holds {
    _place: Option<Place>,
    _stream: Option<OwnedSemaphorePermit>,
    _session: Option<InUse>,
}

/// What a message wants, with the room that it takes.
enum Asks {
    Something(Place),
    /// It wants no answer.
    Tells(Told),
    Nothing,
}

impl<H: ServerHandler> Front<H> {
    async fn serve(self: Arc<Self>, mut connection: Connection) {
        while let Some(mut request) = connection.next().await {
            let let_in = self.let_in(&mut request);
            let (answer, holds) = match let_in {
                Ok((asked, holds)) => tokio::select! {
                    biased;
                    answer = self.service.handle(asked) => (answer, holds),
                    () = connection.left() => return,
                },
                Err(refusal) => (refusal, Holds::default()),
            };
            let goes_on = connection.answer(&request, answer).await;
            // It is answered, however long its client takes to leave.
            drop(holds);
            if !goes_on {
                return connection.finish().await;
            }
        }
    }

    /// The request as rmcp takes it, with what it holds; or why it is refused.
    fn let_in(&self, request: &mut Request) -> Result<(http::Request<Full<Bytes>>, Holds), Answer> {
        if request.target.path() != ENDPOINT {
            return Err(site::plain(StatusCode::NOT_FOUND, &format!("the server is at {ENDPOINT}")));
        }
        let session = request.header("mcp-session-id").and_then(|id| self.sessions.enter(id));
        let (asks, stream) = match request.method {
            Method::POST => (self.place(request, session.as_ref())?, None),
            Method::GET => (Asks::Nothing, Some(self.site.room.stream().map_err(|full| self.busy(full))?)),
            _ => (Asks::Nothing, None),
        };
        let mut asked = http::Request::new(Full::new(request.body.clone()));
        *asked.method_mut() = request.method.clone();
        *asked.uri_mut() = request.target.clone();
        asked.headers_mut().clone_from(&request.headers);
        // It travels with the message to its handler, and is given back when both have ended.
        let place = match asks {
            Asks::Something(place) => {
                asked.extensions_mut().insert(place.clone());
                Some(place)
            }
            Asks::Tells(told) => {
                asked.extensions_mut().insert(told);
                None
            }
            Asks::Nothing => None,
        };
        Ok((asked, Holds { _place: place, _stream: stream, _session: session }))
    }

    /// Room for the message in a body.
    fn place(&self, request: &mut Request, session: Option<&InUse>) -> Result<Asks, Answer> {
        let bad = |code, words: &str, data| site::fault(StatusCode::BAD_REQUEST, code, words, data);
        let room = &self.site.room;
        let weight = weight(&request.body);
        if !room.can_hold(weight) {
            return Err(bad(INVALID_REQUEST, &room.too_heavy(), None));
        }
        let more = room.for_bytes(weight - request.body.len()).map_err(|full| self.busy(full))?;
        let mut weight = more;
        if let Some(body) = request.weight.take() {
            weight.merge(body);
        }
        // In full, as rmcp does: numbers out of range, halves of characters and too many levels count.
        let id = match serde_json::from_slice::<Value>(&request.body) {
            Ok(message) => message.get("id").cloned(),
            Err(fault) => return Err(bad(PARSE_ERROR, &format!("Parse error: the body is no JSON ({fault})"), None)),
        };
        let message = serde_json::from_slice::<ClientJsonRpcMessage>(&request.body);
        let Ok(message) = message else {
            let data = id.map(|id| json!({ "id": id }));
            return Err(bad(INVALID_REQUEST, "Invalid request: the body is no message of MCP", data));
        };
        let asked = match message {
            JsonRpcMessage::Request(asked) => asked,
            JsonRpcMessage::Notification(_) => {
                return room.try_told(weight.num_permits()).map(Asks::Tells).map_err(|full| self.busy(full));
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => return Ok(Asks::Nothing),
        };
        let id = as_json(&asked.id);
        // Without a session no other request can be meant.
        let open = match session {
            Some(session) => match session.ids.open(id.clone()) {
                Some(open) => Some(open),
                None => return Err(bad(INVALID_REQUEST, &id_in_use(&id), Some(json!({ "id": asked.id })))),
            },
            None => None,
        };
        if matches!(asked.request, ClientRequest::InitializeRequest(_)) && !self.sessions.make_room() {
            return Err(site::busy(&format!(
                "the server has {} sessions in use; try again later",
                room.limits.sessions
            )));
        }
        room.try_place(weight, open).map(Asks::Something).map_err(|full| {
            // A call whose client has left may go on for as long as its session: there is room when that has ended.
            if full == NoRoom::Calls {
                self.sessions.end_abandoned();
            }
            self.busy(full)
        })
    }

    fn busy(&self, full: NoRoom) -> Answer {
        site::busy(&self.site.room.words(full))
    }
}

/// What is no JSON.
const PARSE_ERROR: i32 = -32700;
/// What is no message, or one that cannot be taken.
const INVALID_REQUEST: i32 = -32600;

/// An id as JSON, which tells `7` from `"7"`.
pub(crate) fn as_json(id: &RequestId) -> String {
    serde_json::to_string(id).unwrap_or_default()
}
