//! A connection to a server: opened over whichever transport it speaks, greeted in whichever revision it knows,
//! and then asked.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use retort_core::{Body, Raw, ResultType};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::auth::Authorizer;
use crate::error::Error;
use crate::greeting::{Failed, Greeting, Plan};
use crate::host::{Elicited, Host, answer};
use crate::inbox::{Inbox, Reply};
use crate::link::{self, Link};
use crate::memory::{Key, Known, Memory, Way};
use crate::naming::{Command, Endpoint, EndpointKind, safe_address};
use crate::params::Params;
use crate::record::Recorder;
use crate::transport::child::Child;
use crate::transport::http::Http;
use crate::transport::sse::Sse;
use crate::transport::{Pipe, Transport, Web, headers};
use retort_core::Revision;

/// How often a server may ask for more before it answers.
const MOST_ROUNDS: usize = 10;
/// The code of an error that names pages which a person has to open before the server answers.
const PAGES_FIRST: &str = "-32042";

/// How to connect.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// How long every request may take; progress starts it anew.
    pub timeout: Duration,
    /// The revision to speak; `None` for the newest that both know.
    pub protocol: Option<Revision>,
    /// Asks for this version in `initialize`, whatever it is: to see what the server makes of it.
    pub announce: Option<String>,
    /// How many bytes a message may have.
    pub max_size: usize,
    /// Whether the server should send its log.
    pub log: bool,
    /// Where to write down every message.
    pub recorder: Option<Recorder>,
    /// How to log in to a server that asks for it.
    pub authorizer: Option<Arc<Authorizer>>,
    /// How long a server may be silent before it is greeted the other way too; `None` for less than a second, or twice what
    /// it is remembered to take. Either answer is taken whenever it comes.
    pub patience: Option<Duration>,
    /// Where to remember how servers are greeted; `None` remembers nothing, and asks as if each were met for the first time.
    pub memory: Option<Memory>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            timeout: Duration::from_mins(1),
            protocol: None,
            announce: None,
            max_size: 1 << 28,
            log: false,
            recorder: None,
            authorizer: None,
            patience: None,
            memory: None,
        }
    }
}

impl Options {
    /// How the server was greeted the last time. Where the revision is given, that does not matter.
    fn recall(&self, server: &Key) -> Option<Known> {
        self.memory.as_ref().filter(|_| self.protocol.is_none())?.recall(server)
    }

    /// Remembers how the server was greeted, where that is news; or that it could not be.
    fn remember(&self, server: &Key, known: Option<Known>, now: Option<Known>) {
        if let Some(memory) = self.memory.as_ref().filter(|_| self.protocol.is_none() && known != now) {
            memory.keep(server, now);
        }
    }
}

/// A connection to a server.
///
/// Dropping it ends a child process; [`Connection::close`] does so in peace.
pub struct Connection {
    pub(crate) link: Link,
    pub(crate) greeting: Greeting,
    pub(crate) options: Options,
    /// How often the server was greeted again, and who does so.
    sessions: AtomicUsize,
    greeting_again: tokio::sync::Mutex<()>,
    /// The task that is waited for.
    pub(crate) task: Mutex<Option<String>>,
}

impl Connection {
    /// Starts a command, and talks to it over its standard streams.
    ///
    /// # Errors
    ///
    /// Where it cannot be started or does not answer.
    pub async fn start(command: &Command, host: Arc<dyn Host>, options: Options) -> Result<Self, Error> {
        let open = || -> Result<Link, Error> {
            let (inbox, answers) = link::inbox(&host, options.recorder.as_ref());
            let (child, to, from) = Child::start(command, &host)?;
            let pipe = Pipe::open(from, to, Some(Arc::new(child)), &inbox, options.max_size);
            Ok(Link::new(Transport::Pipe(pipe), inbox, answers))
        };
        let key = Key::of_command(command);
        let known = options.recall(&key);
        let begun = Instant::now();
        let failed = match Self::greet(open()?, &options, Plan::of(&options, known)).await {
            Ok((connection, way)) => {
                let is_alone = known.is_some_and(|known| known.way == way.alone());
                let way = if is_alone { way.alone() } else { way };
                options.remember(&key, known, Some(Known::new(way, begun.elapsed())));
                return Ok(connection);
            }
            Err(failed) => failed,
        };
        options.remember(&key, known, None);
        let (plan, is_alone) = match &failed {
            _ if options.protocol.is_some() => return Err(failed.error),
            // A server of an older revision may end when it hears what it does not know, at once or a little later, or
            // refuse everything from then on.
            Failed { error: Error::Exited { .. } | Error::Refused { .. }, discovered: true } => {
                (Plan::INITIALIZE, true)
            }
            // What was remembered is not true any more.
            Failed { error: Error::Exited { .. }, discovered: false } => (Plan::DISCOVER, true),
            Failed {
                error: Error::Refused { .. } | Error::NoCommonRevision { .. } | Error::Unexpected { .. },
                discovered: false,
            } => (Plan::of(&options, None), false),
            _ => return Err(failed.error),
        };
        let begun = Instant::now();
        let (connection, way) = Self::greet(open()?, &options, plan).await.map_err(|failed| failed.error)?;
        let way = if is_alone { way.alone() } else { way };
        options.remember(&key, None, Some(Known::new(way, begun.elapsed())));
        Ok(connection)
    }

    /// Talks to a server over two streams of bytes, such as one inside this process.
    ///
    /// # Errors
    ///
    /// Where it does not answer.
    pub async fn over(
        from: impl AsyncRead + Send + Unpin + 'static,
        to: impl AsyncWrite + Send + Unpin + 'static,
        host: Arc<dyn Host>,
        options: Options,
    ) -> Result<Self, Error> {
        let (inbox, answers) = link::inbox(&host, options.recorder.as_ref());
        let pipe = Pipe::open(from, to, None, &inbox, options.max_size);
        let link = Link::new(Transport::Pipe(pipe), inbox, answers);
        let greeted = Self::greet(link, &options, Plan::of(&options, None)).await;
        greeted.map(|(connection, _)| connection).map_err(|failed| failed.error)
    }

    /// Connects to an address: over streamable HTTP, or over HTTP+SSE where the server knows only that.
    ///
    /// # Errors
    ///
    /// Where it cannot be reached, does not answer, or wants to know who asks.
    pub async fn reach(endpoint: &Endpoint, host: Arc<dyn Host>, options: Options) -> Result<Self, Error> {
        let headers = headers_of(endpoint)?;
        let url = reqwest::Url::parse(&endpoint.url)
            .map_err(|error| Error::Unreachable { url: safe_address(&endpoint.url), reason: error.to_string() })?;
        let web = |inbox: &Arc<Inbox>| {
            let (url, headers, authorizer) = (url.clone(), headers.clone(), options.authorizer.clone());
            Web::new(url, headers, authorizer, inbox, options.max_size, options.timeout)
        };
        let legacy = async || -> Result<Self, Error> {
            let (inbox, answers) = link::inbox(&host, options.recorder.as_ref());
            let sse = Sse::open(web(&inbox)?, options.timeout).await?;
            let link = Link::new(Transport::Sse(sse), inbox, answers);
            let plan = options.protocol.map_or(Plan::INITIALIZE, Plan::In);
            let greeted = Self::greet(link, &options, plan).await;
            greeted.map(|(connection, _)| connection).map_err(|failed| failed.error)
        };
        if endpoint.kind == Some(EndpointKind::Sse) {
            return legacy().await;
        }
        let key = Key::of_endpoint(endpoint);
        let known = options.recall(&key);
        let (inbox, answers) = link::inbox(&host, options.recorder.as_ref());
        let link = Link::new(Transport::Http(Http::new(web(&inbox)?)), inbox, answers);
        let begun = Instant::now();
        let greeted = Self::greet(link, &options, Plan::of(&options, known)).await;
        let now = greeted.as_ref().ok().map(|(_, way)| Known::new(*way, begun.elapsed()));
        options.remember(&key, known, now);
        let error = match greeted {
            Ok((connection, _)) => return Ok(connection),
            Err(failed) if endpoint.kind.is_none() && may_be_older(&failed.error) => failed.error,
            Err(failed) => return Err(failed.error),
        };
        // If it is no such server either, the first error tells more.
        legacy().await.map_err(|_| error)
    }

    /// Greets whoever is at the other end, and tells which way that was answered.
    async fn greet(link: Link, options: &Options, plan: Plan) -> Result<(Self, Way), Failed> {
        match Greeting::say(&link, options, plan).await {
            Ok((greeting, way)) => Ok((Self::greeted(link, greeting, options.clone()), way)),
            Err(failed) => {
                link.transport.close().await;
                Err(failed)
            }
        }
    }

    fn greeted(link: Link, greeting: Greeting, options: Options) -> Self {
        Self {
            link,
            greeting,
            options,
            task: Mutex::default(),
            sessions: AtomicUsize::new(0),
            greeting_again: tokio::sync::Mutex::default(),
        }
    }

    /// What the server said of itself.
    pub fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    /// Asks for something, and waits for the answer. What the server wants to know first is answered by the host.
    ///
    /// # Errors
    ///
    /// Where no answer came. An answer that is an error is an answer.
    pub async fn request(&self, method: &str, params: Params) -> Result<Reply, Error> {
        self.request_with(method, params, None).await
    }

    /// The same, for a tool whose input schema is known.
    pub(crate) async fn request_with(
        &self,
        method: &str,
        params: Params,
        schema: Option<&Raw>,
    ) -> Result<Reply, Error> {
        let mut reply = self.ask_in_session(method, &params, schema).await?;
        if self.has_opened_pages(&reply).await {
            reply = self.ask_in_session(method, &params, schema).await?;
        }
        for _ in 0..MOST_ROUNDS {
            let Some(more) = self.asked_for_more(method, &reply, &params).await? else { return Ok(reply) };
            reply = self.ask_in_session(method, &more, schema).await?;
        }
        let notice = format!("the server asked {MOST_ROUNDS} times for more before it answered {method}; giving up");
        self.link.inbox.host.notice(&notice);
        Ok(reply)
    }

    /// Asks; where the server has forgotten the session, greets it again and asks once more.
    async fn ask_in_session(&self, method: &str, params: &Params, schema: Option<&Raw>) -> Result<Reply, Error> {
        let before = self.sessions.load(Ordering::Relaxed);
        match (self.ask(method, params.clone(), schema).await, &*self.link.transport) {
            (Err(Error::SessionEnded { .. }), Transport::Http(_)) => {
                let _turn = self.greeting_again.lock().await;
                // Another request may have found out first.
                if self.sessions.load(Ordering::Relaxed) == before {
                    // Only `initialize` opens sessions.
                    let plan = self.options.protocol.map_or(Plan::INITIALIZE, Plan::In);
                    Greeting::say(&self.link, &self.options, plan).await.map_err(|failed| failed.error)?;
                    self.sessions.fetch_add(1, Ordering::Relaxed);
                }
                self.ask(method, params.clone(), schema).await
            }
            (reply, _) => reply,
        }
    }

    /// The parameters with what the server wants to know before it goes on; `None` where it wants nothing.
    async fn asked_for_more(&self, method: &str, reply: &Reply, params: &Params) -> Result<Option<Params>, Error> {
        let Body::Result(result) = &reply.message.body else { return Ok(None) };
        let (requests, state) = (result.raw.get("inputRequests"), result.raw.get("requestState"));
        let wants = result.result_type == Some(ResultType::InputRequired) && (requests.is_some() || state.is_some());
        if !wants {
            return Ok(None);
        }
        let mut params = params.clone();
        if let Some(requests) = requests {
            match self.answer_all(method, &requests).await {
                Ok(answers) => params = params.with_json("inputResponses", answers.to_json()),
                // A result that carries something beside its questions is better than none.
                Err(_) if !result.blocks.is_empty() || result.structured.is_some() => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        if let Some(state) = state {
            params = params.with_json("requestState", state.to_json());
        }
        Ok(Some(params))
    }

    /// Whether the server refused because a person has to open pages first, and the person says to have done so.
    async fn has_opened_pages(&self, reply: &Reply) -> bool {
        let Body::Error(error) = &reply.message.body else { return false };
        if error.code.as_ref().is_none_or(|code| code.to_plain() != PAGES_FIRST) {
            return false;
        }
        let pages = error.data.as_ref().and_then(|data| data.get("elicitations"));
        let pages: Vec<Raw> = pages.iter().flat_map(Raw::items).collect();
        for page in &pages {
            if !matches!(self.link.inbox.host.elicit(page).await, Elicited::Accepted(_)) {
                return false;
            }
        }
        !pages.is_empty()
    }

    /// Answers what a server wants to know before it goes on.
    async fn answer_all(&self, method: &str, requests: &Raw) -> Result<Params, Error> {
        let mut answers = Params::new();
        for (key, request) in requests.members() {
            let asked = request.get("method").map(|method| method.to_plain().into_owned()).unwrap_or_default();
            let params = request.get("params").or_else(|| Raw::parse("{}")).unwrap_or_else(|| Raw::string(""));
            let answered = answer(self.link.inbox.host.as_ref(), &asked, &params).await;
            let answered = answered.map_err(|refusal| Error::NotAnswered {
                method: method.to_owned(),
                asked,
                reason: refusal.message,
            })?;
            answers = answers.with_json(&key, answered);
        }
        Ok(answers)
    }

    async fn ask(&self, method: &str, params: Params, schema: Option<&Raw>) -> Result<Reply, Error> {
        let modern = !self.greeting.revision.has_initialize();
        let headers = if modern { headers::of_request(method, &params, schema) } else { Vec::new() };
        let wants_progress = matches!(method, "tools/call" | "resources/read" | "prompts/get");
        let complete = |id| {
            let mut meta = if modern { self.greeting.meta() } else { Params::new() };
            // What the caller says of the request stays.
            for (key, value) in params.json("_meta").and_then(Raw::parse).iter().flat_map(Raw::members) {
                meta = meta.with_json(&key, value.to_json());
            }
            if wants_progress {
                meta = meta.with("progressToken", id);
            }
            if modern && self.options.log {
                meta = meta.with("io.modelcontextprotocol/logLevel", "debug");
            }
            if modern || wants_progress { params.with_json("_meta", meta.to_json()) } else { params }
        };
        self.link.ask(method, headers, self.options.timeout, complete).await
    }

    /// Sends a text as it is, which need be no message, and waits for whatever comes back: to see what the server
    /// makes of it.
    ///
    /// # Errors
    ///
    /// Where nothing came.
    pub async fn send_text(&self, text: &str, timeout: Duration) -> Result<Reply, Error> {
        self.link.send_text(text, timeout).await
    }

    /// Tells the server that nobody waits for anything any more.
    pub async fn cancel(&self) {
        self.link.cancel_all().await;
        self.cancel_task().await;
    }

    /// Ends the connection: a session is ended, a child process with everything that it started.
    pub async fn close(self) {
        // What is on its way out goes out first.
        for _ in 0..3 {
            tokio::task::yield_now().await;
        }
        self.link.transport.close().await;
    }
}

/// Whether an error at the first words is one that a server of 2024-11-05 gives.
fn may_be_older(error: &Error) -> bool {
    matches!(
        error,
        Error::NotMcp { .. }
            | Error::Refused { .. }
            | Error::Unexpected { .. }
            | Error::Closed { .. }
            | Error::Broken { .. }
            | Error::Deadline { .. }
    )
}

/// The headers that every request carries.
fn headers_of(endpoint: &Endpoint) -> Result<HeaderMap, Error> {
    let mut headers = HeaderMap::new();
    for (name, value) in &endpoint.headers {
        let invalid = |what| Error::Header { name: name.clone(), what };
        let key = HeaderName::try_from(name.as_str()).map_err(|_| invalid("a name"))?;
        let mut value = HeaderValue::from_bytes(value.as_bytes()).map_err(|_| invalid("a value"))?;
        value.set_sensitive(true);
        headers.append(key, value);
    }
    Ok(headers)
}
