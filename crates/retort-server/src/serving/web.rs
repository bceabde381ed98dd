//! Streamable HTTP for servers that only answer: a message comes with POST, and its answer goes with the response. There are no
//! sessions and no streams, which the protocol leaves to the server.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{ALLOW, CONTENT_TYPE, WWW_AUTHENTICATE};
use http::{HeaderValue, Method, StatusCode};
use http_body_util::{BodyExt, Full};
use tokio::net::TcpListener;
use tokio::time::timeout;

use super::heard::{Heard, INVALID_REQUEST};
use super::page::{PageRequest, Pages};
use super::protocol::{Protocol, REVISION_HEADER, Said, named, unsupported};
use crate::context::Context;
use crate::error::Error;
use crate::http::{self as site, Answer, Connection, Request, Site};
use crate::limits::Limits;
use crate::room::{Place, weight};

/// How long a page may take: as long as a tool.
const PAGE_TIME: Duration = Duration::from_secs(10);
/// Where the server answers.
const ENDPOINT: &str = "/mcp";

pub(super) async fn serve(
    protocol: Protocol,
    pages: Option<Pages>,
    listener: TcpListener,
    limits: Limits,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Error> {
    let site = Site::new(&listener, limits)?;
    let front = Arc::new(Front { protocol, pages, site: Arc::clone(&site) });
    site::serve(listener, site, stop, move |connection| Arc::clone(&front).serve(connection)).await;
    Ok(())
}

struct Front {
    protocol: Protocol,
    pages: Option<Pages>,
    site: Arc<Site>,
}

impl Front {
    async fn serve(self: Arc<Self>, mut connection: Connection) {
        while let Some(mut request) = connection.next().await {
            let (answer, place) = tokio::select! {
                biased;
                answer = self.answer(&mut request) => answer.unwrap_or_else(|refusal| (refusal, None)),
                // Nobody waits for it any more.
                () = connection.left() => return,
            };
            let goes_on = connection.answer(&request, answer).await;
            // Only now: an answer that is not taken keeps others from being made.
            drop(place);
            if !goes_on {
                return connection.finish().await;
            }
        }
    }

    /// The answer, with the room that it takes until it is sent.
    async fn answer(&self, request: &mut Request) -> Result<(Answer, Option<Place>), Answer> {
        if request.target.path() != ENDPOINT {
            return self.page(request).await.map(|page| (page, None));
        }
        if request.method != Method::POST {
            let words = "this server keeps no sessions and opens no streams: messages come with POST";
            let mut answer = site::plain(StatusCode::METHOD_NOT_ALLOWED, words);
            answer.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
            return Err(answer);
        }
        let room = &self.site.room;
        let busy = |full| site::busy(&room.words(full));
        let weight = weight(&request.body);
        if !room.can_hold(weight) {
            return Err(site::fault(StatusCode::BAD_REQUEST, INVALID_REQUEST, &room.too_heavy(), None));
        }
        let mut held = room.for_bytes(weight - request.body.len()).map_err(busy)?;
        if let Some(body) = request.weight.take() {
            held.merge(body);
        }
        let revision = match request.header(REVISION_HEADER) {
            Some(name) => match named(name) {
                Some(revision) => Some(revision),
                None => {
                    return Err(sent(Said {
                        json: unsupported(name).to_message("null"),
                        status: 400,
                        challenge: None,
                    }));
                }
            },
            None => None,
        };
        let heard = Heard::read(&request.body, revision);
        if let Heard::Nothing | Heard::Cancelled(_) = heard {
            return Ok((accepted(), None));
        }
        let place = room.try_place(held, None).map_err(busy)?;
        let caller = Context::with_headers(request.headers.clone());
        match self.protocol.answer(heard, &caller).await {
            Some(said) => {
                place.hold_answer(said.json.len()).await;
                Ok((sent(said), Some(place)))
            }
            None => Ok((accepted(), None)),
        }
    }

    async fn page(&self, request: &mut Request) -> Result<Answer, Answer> {
        let room = &self.site.room;
        let held = match request.weight.take() {
            Some(held) => Ok(held),
            None => room.for_bytes(0),
        };
        let place = held.and_then(|held| room.try_place(held, None)).map_err(|full| site::busy(&room.words(full)))?;
        let page = match &self.pages {
            Some(pages) => match timeout(PAGE_TIME, pages(PageRequest::of(request))).await {
                Ok(page) => page,
                Err(_) => return Err(site::busy("the page takes too long; try again later")),
            },
            None => None,
        };
        drop(place);
        match page {
            Some(page) => Ok(page.map(|body| Full::new(body).boxed())),
            None => Err(site::plain(StatusCode::NOT_FOUND, &format!("the server is at {ENDPOINT}"))),
        }
    }
}

/// What is said to a message that wants no answer.
fn accepted() -> Answer {
    let mut answer = Answer::new(Full::default().boxed());
    *answer.status_mut() = StatusCode::ACCEPTED;
    answer
}

fn sent(said: Said) -> Answer {
    let mut answer = Answer::new(Full::new(Bytes::from(said.json)).boxed());
    *answer.status_mut() = StatusCode::from_u16(said.status).unwrap_or_default();
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(challenge) = said.challenge.and_then(|challenge| HeaderValue::from_str(&challenge).ok()) {
        answer.headers_mut().insert(WWW_AUTHENTICATE, challenge);
    }
    answer
}
