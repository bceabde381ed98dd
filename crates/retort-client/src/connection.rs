//! A connection to a server: opened over whichever transport it speaks, greeted in whichever revision it knows,
//! and then asked.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use retort_core::{Body, Raw, ResultType};
use retort_wire::{Address, Params, Peer, RequestOptions, headers};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinSet;

use crate::error::Error;
use crate::greeting::{Failed, Greeting, Plan};
use crate::host::{Elicited, Host, HostHandler, answer};
use crate::memory::{Key, Known, Way};
use crate::options::Options;
use crate::reply::Reply;
use crate::server::{Command, Endpoint, EndpointKind};

/// How often a server may ask for more before it answers.
const MOST_ROUNDS: usize = 10;
/// How many bytes of what could not be read in time an error keeps.
const MOST_SHOWN: usize = 64 * 1024;
/// The code of an error that names pages which a person has to open before the server answers.
const PAGES_FIRST: &str = "-32042";

/// A connection to a server.
///
/// Dropping it ends a child process; [`Connection::close`] does so in peace.
pub struct Connection {
    pub(crate) peer: Peer,
    pub(crate) host: Arc<dyn Host>,
    pub(crate) greeting: Greeting,
    pub(crate) options: Options,
    /// How often the server was greeted again, and who does so.
    sessions: AtomicUsize,
    greeting_again: tokio::sync::Mutex<()>,
    /// The tasks that are waited for.
    pub(crate) tasks: Mutex<BTreeSet<String>>,
    /// Servers that are being told that nobody waits for a task any more.
    pub(crate) cancelling: Mutex<JoinSet<()>>,
}

impl Connection {
    /// Starts a command, and talks to it over its standard streams.
    ///
    /// # Errors
    ///
    /// Where it cannot be started or does not answer.
    pub async fn start(command: &Command, host: Arc<dyn Host>, options: Options) -> Result<Self, Error> {
        let open = || -> Result<Ends, Error> {
            let peer = Peer::start(process(command), handler(&host), options.peer())?;
            Ok(Ends { peer, host: Arc::clone(&host) })
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
            Failed {
                error: Error::Wire(retort_wire::Error::Exited { .. }) | Error::Refused { .. },
                discovered: true,
            } => (Plan::INITIALIZE, true),
            // What was remembered is not true any more.
            Failed { error: Error::Wire(retort_wire::Error::Exited { .. }), discovered: false } => {
                (Plan::DISCOVER, true)
            }
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
        Self::on(Peer::over(from, to, handler(&host), options.peer()), host, options).await
    }

    /// Greets whoever is at the other end of a wire that is open, such as one with a handler that hears more than a [`Host`]
    /// does. The host answers what comes inside of results (`input_required`).
    ///
    /// # Errors
    ///
    /// Where it does not answer.
    pub async fn on(peer: Peer, host: Arc<dyn Host>, options: Options) -> Result<Self, Error> {
        let greeted = Self::greet(Ends { peer, host }, &options, Plan::of(&options, None)).await;
        greeted.map(|(connection, _)| connection).map_err(|failed| failed.error)
    }

    /// Connects to an address: over streamable HTTP, or over HTTP+SSE where the server knows only that.
    ///
    /// # Errors
    ///
    /// Where it cannot be reached, does not answer, or wants to know who asks.
    pub async fn reach(endpoint: &Endpoint, host: Arc<dyn Host>, options: Options) -> Result<Self, Error> {
        let address = || {
            let mut address = Address::new(&endpoint.url);
            address.headers.clone_from(&endpoint.headers);
            address.authorize.clone_from(&options.authorizer);
            address.timeout = options.timeout;
            address.retries_when_busy = options.retries_when_busy;
            address
        };
        let legacy = async || -> Result<Self, Error> {
            let peer = Peer::sse(address(), handler(&host), options.peer()).await?;
            let plan = options.protocol.map_or(Plan::INITIALIZE, Plan::In);
            let greeted = Self::greet(Ends { peer, host: Arc::clone(&host) }, &options, plan).await;
            greeted.map(|(connection, _)| connection).map_err(|failed| failed.error)
        };
        if endpoint.kind == Some(EndpointKind::Sse) {
            return legacy().await;
        }
        let key = Key::of_endpoint(endpoint);
        let known = options.recall(&key);
        let ends = Ends { peer: Peer::http(address(), handler(&host), options.peer())?, host: Arc::clone(&host) };
        let begun = Instant::now();
        let greeted = Self::greet(ends, &options, Plan::of(&options, known)).await;
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
    async fn greet(ends: Ends, options: &Options, plan: Plan) -> Result<(Self, Way), Failed> {
        match Greeting::say(&ends.peer, options, plan).await {
            Ok((greeting, way)) => Ok((Self::greeted(ends, greeting, options.clone()), way)),
            Err(failed) => {
                ends.peer.close().await;
                Err(failed)
            }
        }
    }

    fn greeted(Ends { peer, host }: Ends, greeting: Greeting, options: Options) -> Self {
        Self {
            peer,
            host,
            greeting,
            options,
            tasks: Mutex::default(),
            cancelling: Mutex::default(),
            sessions: AtomicUsize::new(0),
            greeting_again: tokio::sync::Mutex::default(),
        }
    }

    /// The connection below: for what no method of this one asks, and for what is passed on as bytes.
    pub fn peer(&self) -> &Peer {
        &self.peer
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
        self.request_within(method, params, self.options.timeout).await
    }

    /// The same, with a deadline of its own. Progress starts it anew.
    ///
    /// # Errors
    ///
    /// Where no answer came.
    pub async fn request_within(&self, method: &str, params: Params, timeout: Duration) -> Result<Reply, Error> {
        self.request_about(method, params, About { schema: None, timeout }).await
    }

    /// The same, for a tool whose input schema is known.
    pub(crate) async fn request_with(
        &self,
        method: &str,
        params: Params,
        schema: Option<&Raw>,
    ) -> Result<Reply, Error> {
        self.request_about(method, params, About { schema, timeout: self.options.timeout }).await
    }

    async fn request_about(&self, method: &str, params: Params, about: About<'_>) -> Result<Reply, Error> {
        let mut reply = self.ask_in_session(method, &params, about).await?;
        if !self.options.answers_input {
            return Ok(reply);
        }
        if self.has_opened_pages(&reply).await {
            reply = self.ask_in_session(method, &params, about).await?;
        }
        for _ in 0..MOST_ROUNDS {
            let Some(more) = self.asked_for_more(method, &reply, &params).await? else { return Ok(reply) };
            reply = self.ask_in_session(method, &more, about).await?;
        }
        let notice = format!("the server asked {MOST_ROUNDS} times for more before it answered {method}; giving up");
        self.host.notice(&notice);
        Ok(reply)
    }

    /// Asks; where the server has forgotten the session, greets it again and asks once more.
    async fn ask_in_session(&self, method: &str, params: &Params, about: About<'_>) -> Result<Reply, Error> {
        let before = self.sessions.load(Ordering::Relaxed);
        match self.ask(method, params.clone(), about).await {
            Err(Error::Wire(retort_wire::Error::SessionEnded { .. })) if self.peer.has_sessions() => {
                let _turn = self.greeting_again.lock().await;
                // Another request may have found out first.
                if self.sessions.load(Ordering::Relaxed) == before {
                    // Only `initialize` opens sessions.
                    let plan = self.options.protocol.map_or(Plan::INITIALIZE, Plan::In);
                    Greeting::say(&self.peer, &self.options, plan).await.map_err(|failed| failed.error)?;
                    self.sessions.fetch_add(1, Ordering::Relaxed);
                }
                self.ask(method, params.clone(), about).await
            }
            reply => reply,
        }
    }

    /// The parameters with what the server wants to know before it goes on; `None` where it wants nothing.
    async fn asked_for_more(&self, method: &str, reply: &Reply, params: &Params) -> Result<Option<Params>, Error> {
        let Body::Result(result) = &reply.message.body else { return Ok(None) };
        if result.result_type != Some(ResultType::InputRequired) {
            return Ok(None);
        }
        let (requests, state) = (result.raw.get("inputRequests"), result.raw.get("requestState"));
        if requests.is_none() && state.is_none() {
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
            if !matches!(self.host.elicit(page).await, Elicited::Accepted(_)) {
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
            let answered = answer(self.host.as_ref(), &asked, &params).await;
            let answered = answered.map_err(|refusal| Error::NotAnswered {
                method: method.to_owned(),
                asked,
                reason: refusal.message,
            })?;
            answers = answers.with_json(&key, answered);
        }
        Ok(answers)
    }

    async fn ask(&self, method: &str, params: Params, about: About<'_>) -> Result<Reply, Error> {
        let modern = !self.greeting.revision.has_initialize();
        let headers = if modern { headers::of_request(method, &params, about.schema) } else { Vec::new() };
        let wants_progress = matches!(method, "tools/call" | "resources/read" | "prompts/get");
        let complete = |id| {
            let mut meta = if modern { self.greeting.meta(&self.options) } else { Params::new() };
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
        let options = RequestOptions::within(about.timeout).at_most(self.options.max_time).with_headers(headers);
        let reply = self.peer.request_with(method, options, complete).await?;
        let bytes = reply.bytes.clone();
        // The deadline is also for reading what came.
        tokio::time::timeout(about.timeout, Reply::read(reply)).await.map_err(|_| {
            let (method, after, stderr) = (method.to_owned(), about.timeout, self.peer.stderr());
            let arrived = bytes.get(..MOST_SHOWN).unwrap_or(&bytes).to_vec();
            Error::Wire(retort_wire::Error::Deadline { method, after, stderr, arrived })
        })
    }

    /// Sends a text as it is, which need be no message, and waits for whatever comes back: to see what the server
    /// makes of it.
    ///
    /// # Errors
    ///
    /// Where nothing came.
    pub async fn send_text(&self, text: &str, timeout: Duration) -> Result<Reply, Error> {
        Ok(Reply::read(self.peer.send_text(text, RequestOptions::within(timeout)).await?).await)
    }

    /// Tells the server that nobody waits for anything any more.
    pub async fn cancel(&self) {
        self.peer.cancel_all("cancelled by the user").await;
        self.cancel_tasks().await;
    }

    /// Ends the connection: a session is ended, a child process with everything that it started.
    pub async fn close(self) {
        self.peer.close().await;
    }
}

/// What is known of a request beside what it says.
#[derive(Clone, Copy)]
struct About<'a> {
    /// The input schema of the tool that is called.
    schema: Option<&'a Raw>,
    timeout: Duration,
}

/// Both ends of a connection that has not been greeted yet.
struct Ends {
    peer: Peer,
    host: Arc<dyn Host>,
}

fn handler(host: &Arc<dyn Host>) -> Arc<HostHandler> {
    Arc::new(HostHandler(Arc::clone(host)))
}

/// A command, as the system starts it.
fn process(command: &Command) -> std::process::Command {
    let mut process = std::process::Command::new(&command.program);
    process.args(&command.args).envs(command.env.iter().map(|(key, value)| (key, value)));
    if let Some(folder) = &command.cwd {
        process.current_dir(folder);
    }
    process
}

/// Whether an error at the first words is one that a server of 2024-11-05 gives.
fn may_be_older(error: &Error) -> bool {
    use retort_wire::Error as Wire;
    match error {
        Error::Wire(error) => {
            matches!(error, Wire::NotMcp { .. } | Wire::Closed { .. } | Wire::Broken { .. } | Wire::Deadline { .. })
        }
        Error::Refused { .. } | Error::Unexpected { .. } => true,
        _ => false,
    }
}
