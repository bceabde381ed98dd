//! The first words: `server/discover` where it is offered, else `initialize`, in the newest revision that both
//! sides know.

use std::time::Duration;

use retort_core::{Body, Raw};

use crate::connection::Options;
use crate::error::Error;
use crate::inbox::Reply;
use crate::link::Link;
use crate::params::Params;
use crate::transport::{Transport, headers};
use crate::words::one_line;
use retort_core::Revision;

/// How long a server may take to say that it does not know `server/discover`.
const PROBE: Duration = Duration::from_secs(10);
/// The code of an error that says which revisions are offered.
const UNSUPPORTED_REVISION: &str = "-32022";

/// What a server said of itself.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Greeting {
    /// The revision that is spoken.
    pub revision: Revision,
    /// The name and version of the server, as it gave them.
    pub server: Option<Raw>,
    /// What it can do.
    pub capabilities: Option<Raw>,
    /// What it says about how to use it.
    pub instructions: Option<String>,
    /// Everything that it said.
    pub raw: Raw,
}

impl Greeting {
    pub(crate) async fn say(link: &Link, options: &Options) -> Result<Self, Error> {
        match options.protocol {
            Some(revision) if revision.has_initialize() => initialize(link, options, revision).await,
            Some(_) => discover(link, options.timeout).await,
            None => match discover(link, PROBE.min(options.timeout / 3)).await {
                Err(
                    error @ (Error::Unreachable { .. }
                    | Error::Unauthorized { .. }
                    | Error::Authorization(_)
                    | Error::Redirected { .. }
                    | Error::Exited { .. }
                    | Error::TooLarge { .. }
                    | Error::Cancelled),
                ) => Err(error),
                Ok(greeting) => Ok(greeting),
                Err(_) => initialize(link, options, Revision::NEWEST_WITH_INITIALIZE).await,
            },
        }
    }

    /// What every request says of the client, since there are no sessions.
    pub(crate) fn meta(&self) -> Params {
        meta(self.revision)
    }

    fn read(revision: Revision, raw: Raw) -> Self {
        let server = raw.get("serverInfo");
        let named = || raw.get("_meta").and_then(|meta| meta.get("io.modelcontextprotocol/serverInfo"));
        let instructions = raw.get("instructions").and_then(|text| text.to_text().map(String::from));
        Self { revision, server: server.or_else(named), capabilities: raw.get("capabilities"), instructions, raw }
    }
}

fn client_info() -> String {
    Params::new().with("name", "retort").with("title", "Retort").with("version", env!("CARGO_PKG_VERSION")).to_json()
}

fn capabilities() -> &'static str {
    r#"{"roots":{},"sampling":{},"elicitation":{"form":{},"url":{}}}"#
}

fn meta(revision: Revision) -> Params {
    Params::new()
        .with("io.modelcontextprotocol/protocolVersion", revision.name())
        .with_json("io.modelcontextprotocol/clientInfo", client_info())
        .with_json("io.modelcontextprotocol/clientCapabilities", capabilities())
}

/// Tells the transport which revision is spoken.
fn speak(link: &Link, revision: Option<Revision>) {
    if let Transport::Http(http) = &*link.transport {
        http.speak(revision);
    }
}

async fn discover(link: &Link, timeout: Duration) -> Result<Greeting, Error> {
    let method = "server/discover";
    let revision = Revision::V2026_07_28;
    speak(link, Some(revision));
    let headers = headers::of_request(method, &Params::new(), None);
    let complete = |_| Params::new().with_json("_meta", meta(revision).to_json());
    let reply = link.ask(method, headers, timeout, complete).await?;
    let raw = result_of(method, &reply)?;
    let Some(offered) = raw.get("supportedVersions") else {
        return Err(Error::Unexpected {
            method: method.to_owned(),
            lacking: "supportedVersions",
            body: reply.bytes.to_vec(),
        });
    };
    let offered: Vec<String> = offered.items().map(|item| item.to_plain().into_owned()).collect();
    if offered.iter().any(|name| name == revision.name()) {
        return Ok(Greeting::read(revision, raw));
    }
    Err(Error::NoCommonRevision { wanted: revision, offered })
}

async fn initialize(link: &Link, options: &Options, revision: Revision) -> Result<Greeting, Error> {
    let method = "initialize";
    let mut asked = revision;
    let mut again = true;
    loop {
        speak(link, None);
        if let Transport::Http(http) = &*link.transport {
            http.forget_session();
        }
        let complete = |_| {
            let version = options.announce.as_deref().unwrap_or(asked.name());
            let params = Params::new().with("protocolVersion", version);
            params.with_json("capabilities", capabilities()).with_json("clientInfo", client_info())
        };
        let reply = link.ask(method, Vec::new(), options.timeout, complete).await?;
        let raw = match result_of(method, &reply) {
            Ok(raw) => raw,
            Err(error) => match offered_instead(&reply).filter(|_| again) {
                Some(other) => {
                    (asked, again) = (other, false);
                    continue;
                }
                None => return Err(error),
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
            link.inbox.host.notice(&format!("the server names revision {said:?}, which is unknown; speaking {asked}"));
            asked
        });
        if spoken >= Revision::V2025_06_18 {
            speak(link, Some(spoken));
        }
        link.tell("notifications/initialized", None).await;
        if let Transport::Http(http) = &*link.transport
            && spoken.has_initialize()
        {
            http.listen();
        }
        let greeting = Greeting::read(spoken, raw);
        if options.log && greeting.capabilities.as_ref().is_some_and(|can| can.get("logging").is_some()) {
            // A server that does not care for levels logs what it likes.
            let level = |_| Params::new().with("level", "debug");
            let _ = link.ask("logging/setLevel", Vec::new(), options.timeout, level).await;
        }
        return Ok(greeting);
    }
}

/// The newest revision with `initialize` that a refusal offers.
fn offered_instead(reply: &Reply) -> Option<Revision> {
    let Body::Error(error) = &reply.message.body else { return None };
    let supported = error.data.as_ref()?.get("supported")?;
    let offered = supported.items().filter_map(|name| name.to_plain().parse::<Revision>().ok());
    offered.filter(|revision| revision.has_initialize()).max()
}

/// The result that a reply carries.
pub(crate) fn result_of(method: &str, reply: &Reply) -> Result<Raw, Error> {
    match &reply.message.body {
        Body::Result(result) => Ok(result.raw.clone()),
        Body::Error(error) => {
            let code = error.code.as_ref().map_or_else(|| "none".to_owned(), |code| code.to_plain().into_owned());
            if code == UNSUPPORTED_REVISION
                && let Some(supported) = error.data.as_ref().and_then(|data| data.get("supported"))
            {
                let offered = supported.items().map(|name| name.to_plain().into_owned()).collect();
                return Err(Error::NoCommonRevision { wanted: Revision::V2026_07_28, offered });
            }
            Err(Error::Refused { method: method.to_owned(), code, message: error.message.clone() })
        }
        _ => Err(Error::Unexpected { method: method.to_owned(), lacking: "result", body: reply.bytes.to_vec() }),
    }
}
