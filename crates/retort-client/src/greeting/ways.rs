//! The two ways to greet a server, and what follows once one of them has been answered.

use std::time::{Duration, Instant};

use retort_core::{Body, Raw, Revision};
use retort_wire::{Params, Peer, RequestOptions, headers, one_line};

use super::{Greeting, UNSUPPORTED_REVISION, result_of};
use crate::error::Error;
use crate::memory::Way;
use crate::options::Options;
use crate::reply::Reply;

/// A good answer: to what, in which revision, and what was said.
pub(super) struct Answer {
    pub(super) way: Way,
    revision: Revision,
    raw: Raw,
}

impl Answer {
    /// Tells the transport and the server what was agreed on.
    pub(super) async fn settle(self, peer: &Peer, options: &Options) -> Greeting {
        let Self { way, revision, raw } = self;
        // Older revisions have no header for it.
        peer.agree((revision >= Revision::V2025_06_18).then_some(revision), way != Way::Discover);
        let greeting = Greeting::read(revision, raw);
        if way == Way::Discover {
            return greeting;
        }
        peer.tell("notifications/initialized", None).await;
        if revision.has_initialize() {
            peer.listen();
        }
        if options.log && greeting.capabilities.as_ref().is_some_and(|can| can.get("logging").is_some()) {
            // A server that does not care for levels logs what it likes.
            let level = Params::new().with("level", "debug");
            let _ = peer.request("logging/setLevel", level, RequestOptions::within(options.timeout)).await;
        }
        greeting
    }
}

/// Asks one way, for a revision that has it.
pub(super) async fn ask(
    peer: &Peer,
    options: &Options,
    way: Way,
    revision: Revision,
    timeout: Duration,
) -> Result<Answer, Error> {
    match way {
        Way::Discover | Way::OnlyDiscover => discover(peer, options, revision, timeout).await,
        Way::Initialize | Way::OnlyInitialize => initialize(peer, options, revision, timeout).await,
    }
}

fn client_info(options: &Options) -> String {
    if let Some(given) = &options.client_info {
        return given.to_json();
    }
    Params::new().with("name", "retort").with("title", "Retort").with("version", env!("CARGO_PKG_VERSION")).to_json()
}

fn capabilities(options: &Options) -> String {
    let of_a_host = || r#"{"roots":{},"sampling":{},"elicitation":{"form":{},"url":{}}}"#.to_owned();
    options.capabilities.as_ref().map_or_else(of_a_host, Raw::to_json)
}

/// What a request says of the client where there is no session.
pub(super) fn meta(options: &Options, revision: Revision) -> Params {
    Params::new()
        .with("io.modelcontextprotocol/protocolVersion", revision.name())
        .with_json("io.modelcontextprotocol/clientInfo", client_info(options))
        .with_json("io.modelcontextprotocol/clientCapabilities", capabilities(options))
}

async fn discover(peer: &Peer, options: &Options, revision: Revision, timeout: Duration) -> Result<Answer, Error> {
    let method = Way::Discover.method();
    let mut headers = headers::of_request(method, &Params::new(), None);
    // Nothing is agreed on yet: only this request is in this revision.
    headers.push(("Mcp-Protocol-Version".to_owned(), revision.name().to_owned()));
    let params = Params::new().with_json("_meta", meta(options, revision).to_json());
    let how = RequestOptions::within(timeout).with_headers(headers);
    let reply = Reply::read(peer.request(method, params, how).await?).await;
    let raw = result_of(method, &reply).map_err(|error| without_common(error, &reply, revision))?;
    let Some(offered) = raw.get("supportedVersions") else {
        return Err(Error::Unexpected {
            method: method.to_owned(),
            lacking: "supportedVersions",
            body: reply.bytes.to_vec(),
        });
    };
    let offered: Vec<String> = offered.items().map(|item| item.to_plain().into_owned()).collect();
    if offered.iter().any(|name| name == revision.name()) {
        return Ok(Answer { way: Way::Discover, revision, raw });
    }
    Err(Error::NoCommonRevision { wanted: revision, offered })
}

async fn initialize(peer: &Peer, options: &Options, revision: Revision, timeout: Duration) -> Result<Answer, Error> {
    let method = Way::Initialize.method();
    let begun = Instant::now();
    let mut asked = revision;
    let mut again = true;
    loop {
        let params = Params::new()
            .with("protocolVersion", options.announce.as_deref().unwrap_or(asked.name()))
            .with_json("capabilities", capabilities(options))
            .with_json("clientInfo", client_info(options));
        let how = RequestOptions::within(timeout.saturating_sub(begun.elapsed()));
        let reply = Reply::read(peer.request(method, params, how).await?).await;
        let raw = match result_of(method, &reply) {
            Ok(raw) => raw,
            Err(error) => match offered_instead(&reply).filter(|_| again) {
                Some(other) => {
                    (asked, again) = (other, false);
                    peer.forget_session();
                    continue;
                }
                None => return Err(without_common(error, &reply, asked)),
            },
        };
        let named = raw.get("protocolVersion").map(|name| name.to_plain().into_owned());
        if named.is_none() && raw.get("capabilities").is_none() && raw.get("serverInfo").is_none() {
            return Err(Error::Unexpected {
                method: method.to_owned(),
                lacking: "protocolVersion",
                body: reply.bytes.to_vec(),
            });
        }
        let spoken = named.as_deref().and_then(|name| name.parse().ok()).unwrap_or_else(|| {
            let said = one_line(named.as_deref().unwrap_or("none"), 40);
            peer.notice(&format!("the server names revision \"{said}\", which is unknown; speaking {asked}"));
            asked
        });
        return Ok(Answer { way: Way::Initialize, revision: spoken, raw });
    }
}

/// The revisions that a refusal offers, where it is about those.
fn offered(reply: &Reply) -> Option<Vec<String>> {
    let Body::Error(error) = &reply.message.body else { return None };
    let supported = error.data.as_ref()?.get("supported")?;
    Some(supported.items().map(|name| name.to_plain().into_owned()).collect())
}

/// The newest revision with `initialize` that a refusal offers.
fn offered_instead(reply: &Reply) -> Option<Revision> {
    let offered = offered(reply)?;
    let known = offered.iter().filter_map(|name| name.parse::<Revision>().ok());
    known.filter(|revision| revision.has_initialize()).max()
}

/// A refusal that is about the revision says so.
fn without_common(error: Error, reply: &Reply, wanted: Revision) -> Error {
    match (&error, offered(reply)) {
        (Error::Refused { code, .. }, Some(offered)) if code == UNSUPPORTED_REVISION => {
            Error::NoCommonRevision { wanted, offered }
        }
        _ => error,
    }
}
